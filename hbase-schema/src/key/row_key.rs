//! A table's key as a type of its own.

use hbase_model::{KeyLayout, TableDescriptor};

use super::error::KeyError;
use super::key_buf::{KeyBuf, KeyBytes, NewKey, WholeKey};
use super::reader::KeyReader;
use super::writer::KeyWriter;

/// A row key as a plain struct, one field a part. `#[derive(HTable)]` makes one for every table:
/// `CallKey` for `Call`.
///
/// It has no order: the bytes sort in their own way. It is `Eq` and `Hash` where its parts are, prints
/// as `HBase`'s shell prints the row key, and is made of a tuple of its parts, or of its one part.
///
/// ```
/// use hbase_schema::HTable;
///
/// #[derive(HTable)]
/// #[table("DLQX:DAILY_LOGINS")]
/// #[rowkey(separator = "_")]
/// #[family("D1")]
/// struct Logins {
///     #[rowkey]
///     user: String,
///     #[rowkey(fixed = 3)]
///     day: u16,
///     count: u32,
/// }
///
/// let key = LoginsKey::from(("10086".to_owned(), 7));
/// assert_eq!(key.to_string(), "10086_007");
/// ```
pub trait RowKey: Sized {
    /// The row's type, for errors.
    const ROW: &'static str;

    /// The table whose rows have this key.
    const TABLE: &'static TableDescriptor;

    /// What stands where in the key.
    const LAYOUT: &'static KeyLayout;

    /// The key's length in bytes, where every part has a fixed width.
    const WIDTH: Option<usize>;

    /// The key's bytes: `[u8; N]` where every part has a fixed width, or a
    /// [`KeyBuf`].
    type Bytes: KeyBytes;

    /// Writes the parts, in order.
    #[doc(hidden)]
    fn write<W: WholeKey>(&self, out: &mut KeyWriter<Self, W>) -> Result<(), KeyError>;

    /// The key's bytes.
    ///
    /// # Errors
    /// [`KeyError`], which names the part and the value that do not fit.
    #[inline]
    fn encode(&self) -> Result<Self::Bytes, KeyError> {
        encode_with::<Self>(|out| self.write(out))
    }

    /// Writes the key's bytes to `out`, in place of what is there: for loops over many keys.
    ///
    /// # Errors
    /// [`KeyError`], which names the part and the value that do not fit.
    #[inline]
    fn encode_into(&self, out: &mut KeyBuf) -> Result<(), KeyError> {
        out.clear();
        let mut writer = KeyWriter::new(out);
        self.write(&mut writer)?;
        writer.seal()
    }

    /// Reads a key back.
    ///
    /// # Errors
    /// [`KeyError`] where the bytes are no key of this table, or their salt is not the right one.
    #[inline]
    fn decode<'k>(key: &'k [u8]) -> Result<Self, KeyError>
    where
        Self: DecodeKey<'k>,
    {
        let mut reader = KeyReader::new(key)?;
        let parts = Self::read(&mut reader)?;
        reader.finish()?;
        Ok(parts)
    }
}

/// A key that can be read back; `'k` is the lifetime of the bytes, for parts that borrow.
pub trait DecodeKey<'k>: RowKey {
    /// Reads the parts, in order.
    #[doc(hidden)]
    fn read(reader: &mut KeyReader<'k, Self>) -> Result<Self, KeyError>;
}

/// Encodes a key whose parts are written by `write`.
#[doc(hidden)]
#[inline]
pub fn encode_with<K: RowKey>(
    write: impl FnOnce(&mut KeyWriter<K, <K::Bytes as KeyBytes>::Sink>) -> Result<(), KeyError>,
) -> Result<K::Bytes, KeyError> {
    let mut writer = KeyWriter::new(NewKey::start());
    write(&mut writer)?;
    writer.seal()?;
    Ok(writer.into_inner().done())
}
