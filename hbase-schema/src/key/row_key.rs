//! A table's row key as a type.

use hbase_model::time::Period;
use hbase_model::{KeyLayout, TableDescriptor};

use super::coder::{KeyReader, KeyWriter};
use super::error::KeyError;
use super::key_buf::{KeyBuf, KeyBytes, NewKey, WholeKey};
use super::turns::Turns;

/// A row key as a plain struct with one field per key part. `#[derive(HTable)]` generates one for
/// every table: `CallKey` for `Call`.
///
/// It has no `Ord`, because the bytes sort in their own way. It is `Eq` and `Hash` if its parts are, prints like the
/// row key in `HBase`'s shell, and converts from a tuple of its parts, or from its only part.
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

    /// The layout of the key.
    const LAYOUT: &'static KeyLayout;

    /// The key's width in bytes, if every part has a fixed width.
    const WIDTH: Option<usize>;

    /// The key's bytes: `[u8; N]` if every part has a fixed width, or a [`KeyBuf`].
    type Bytes: KeyBytes;

    /// The period of the table that has the row, if the table's name contains a date.
    #[doc(hidden)]
    #[inline]
    fn period(&self) -> Result<Option<Period>, KeyError> {
        Ok(None)
    }

    /// The turns of the table, if its salt is round-robin.
    #[doc(hidden)]
    fn turns() -> &'static Turns {
        static SHARED: Turns = Turns::new();
        &SHARED
    }

    /// Encodes the parts, in order.
    #[doc(hidden)]
    fn write<W: WholeKey>(&self, out: &mut KeyWriter<Self, W>) -> Result<(), KeyError>;

    /// Encodes the key.
    ///
    /// # Errors
    /// [`KeyError`], which names the part and the value that cannot be encoded.
    #[inline]
    fn encode(&self) -> Result<Self::Bytes, KeyError> {
        encode_with::<Self>(Turns::peek, |out| self.write(out))
    }

    /// Replaces the contents of `out` with the key's bytes, for loops over many keys.
    ///
    /// # Errors
    /// [`KeyError`], which names the part and the value that cannot be encoded.
    #[inline]
    fn encode_into(&self, out: &mut KeyBuf) -> Result<(), KeyError> {
        out.clear();
        let mut writer = KeyWriter::new(out);
        self.write(&mut writer)?;
        writer.seal(Turns::peek)
    }

    /// Decodes a key.
    ///
    /// # Errors
    /// [`KeyError`] if the bytes are not a key of this table, or its salt does not match.
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

/// A key that can be decoded; `'k` is the lifetime of the bytes, for parts that borrow.
pub trait DecodeKey<'k>: RowKey {
    /// Decodes the parts, in order.
    #[doc(hidden)]
    fn read(reader: &mut KeyReader<'k, Self>) -> Result<Self, KeyError>;
}

/// Decodes a key of a table whose name contains a date: the key struct's field of that date is the
/// period, which the key's bytes do not contain.
///
/// # Errors
/// Same as [`RowKey::decode`], and [`KeyError`] without a period, or with one that the field's type
/// cannot represent.
#[inline]
pub fn decode_dated<'k, K: DecodeKey<'k>>(
    key: &'k [u8],
    period: Option<Period>,
) -> Result<K, KeyError> {
    let mut reader = KeyReader::new(key)?.of_period(period);
    let parts = K::read(&mut reader)?;
    reader.finish()?;
    Ok(parts)
}

/// Encodes a key whose parts `write` encodes. `turn` is how a round-robin salt draws its value.
#[inline]
pub(crate) fn encode_with<K: RowKey>(
    turn: fn(&Turns) -> u32,
    write: impl FnOnce(&mut KeyWriter<K, <K::Bytes as KeyBytes>::Sink>) -> Result<(), KeyError>,
) -> Result<K::Bytes, KeyError> {
    let mut writer = KeyWriter::new(NewKey::start());
    write(&mut writer)?;
    writer.seal(turn)?;
    Ok(writer.into_inner().done())
}
