//! Lists at the end of keys: their prefixes, and conditions on their elements.

use super::arg::KeyArg;
use super::builder::KeyScan;
use super::bytes::Tail;
use super::check::PartCheck;
use super::condition::KeyCondition;
use super::part::Part;
use super::prefix::Prefix;
use super::type_state::{Ended, SaltState};
use crate::codec::CodecError;
use crate::key::encoding::{ListOf, Native};
use crate::key::{KeyBuf, KeyError, KeyPart, ListElement, encode_all, shown};
use crate::table::Table;

macro_rules! prefixes {
    ($([$($g:tt)*] $prefix:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)* T: ListElement, const SORTED: bool> KeyArg<Vec<T>, ListOf<SORTED>> for Prefix<$prefix> {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                scan.set_elements::<T>(index, self.0.as_ref(), SORTED);
            }
        }
    )*};
}

prefixes! {
    [] Vec<T>;
    ['v,] &'v Vec<T>;
    ['v,] &'v [T];
}

#[diagnostic::do_not_recommend]
impl<T: ListElement, const SORTED: bool, const N: usize> KeyArg<Vec<T>, ListOf<SORTED>>
    for Prefix<[T; N]>
{
    type After<Next> = Ended;
    type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

    fn apply(self, scan: &mut KeyScan, index: usize) {
        scan.set_elements::<T>(index, &self.0, SORTED);
    }
}

impl KeyScan {
    /// Sets the elements with which a list starts.
    fn set_elements<T: ListElement>(&mut self, index: usize, elements: &[T], sorted: bool) {
        let mut bytes = KeyBuf::new();
        match encode_all(elements, sorted, &mut bytes) {
            Ok(()) => self.set_tail(&Tail::Prefix(bytes)),
            Err(cause) => {
                let error = self.encode_error(index, &elements, cause);
                self.keep_error(Err(error));
            }
        }
    }
}

/// Conditions on the elements of a list (`#[rowkey(repeat)]`). A scan tests them on the client: it reads all rows of its
/// ranges, and skips those that do not match.
///
/// ```
/// use hbase_schema::{Error, HTable};
///
/// #[derive(HTable, Debug, PartialEq)]
/// #[table("DLQX:LOAD")]
/// #[family("D1")]
/// struct Load {
///     #[rowkey]
///     hour: u32,
///     /// The numbers of names and values.
///     #[rowkey(repeat, sorted)]
///     tags: Vec<(u16, u16)>,
///     load: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Load>().await?;
/// let tags = [vec![], vec![(1, 7)], vec![(1, 8)], vec![(1, 7), (2, 5)], vec![(2, 7)]];
/// let rows = (0..10).flat_map(|hour| tags.clone().map(|tags| Load { hour, tags, load: 1 }));
/// db.put_many(rows).await?;
/// let sevens = Load::scan().hour(2..4).matching(Load::TAGS.contains((1, 7)));
/// assert_eq!(db.scan(sevens).count().await?, 4);
/// let both = Load::TAGS.contains((1, 7)) & Load::TAGS.contains_key(2);
/// assert_eq!(db.scan(Load::scan().hour(2..4).matching(both)).count().await?, 2);
/// let some = Load::TAGS.contains_any([(1, 8), (2, 7)]);
/// assert_eq!(db.scan(Load::scan().hour(2..4).matching(some)).count().await?, 4);
/// # Ok(())
/// # }
/// ```
impl<R: Table, T: ListElement, const SORTED: bool> Part<R, Vec<T>, ListOf<SORTED>> {
    /// Matches rows whose list contains `element`.
    pub fn contains(self, element: T) -> KeyCondition<R> {
        self.contains_any([element])
    }

    /// Matches rows whose list contains at least one of `elements`. Without elements, no row matches.
    pub fn contains_any(self, elements: impl IntoIterator<Item = T>) -> KeyCondition<R> {
        let elements = elements.into_iter();
        self.elements::<T>(elements.map(|element| bytes_of(&element, T::encode_element)))
    }

    /// Matches rows whose list contains an element with this first member, as a map contains a key.
    pub fn contains_key(self, first: T::First) -> KeyCondition<R> {
        let encode = <T::First as KeyPart<Native>>::encode::<KeyBuf>;
        self.elements::<T>([first].map(|first| bytes_of(&first, encode)))
    }

    fn elements<E: ListElement>(
        self,
        starts: impl IntoIterator<Item = Result<Vec<u8>, (Box<str>, CodecError)>>,
    ) -> KeyCondition<R> {
        let layout = R::SCHEMA.key;
        let starts: Result<Vec<_>, _> = starts.into_iter().collect();
        let check =
            starts.map(|starts| PartCheck::contains(layout, self.index(), E::WIDTH, starts));
        let check = check.map_err(|(value, cause)| KeyError::Encode {
            row: R::SCHEMA.row,
            part: layout
                .parts
                .get(self.index())
                .map_or("?", |part| &part.name),
            value,
            cause,
        });
        KeyCondition::new(check.and_then(|check| self.is_found().map(|()| check)))
    }
}

/// The bytes of a value, or the value in `Debug` format and the error.
fn bytes_of<V: std::fmt::Debug>(
    value: &V,
    encode: impl FnOnce(&V, &mut KeyBuf) -> Result<(), CodecError>,
) -> Result<Vec<u8>, (Box<str>, CodecError)> {
    let mut bytes = KeyBuf::new();
    match encode(value, &mut bytes) {
        Ok(()) => Ok(bytes.to_vec()),
        Err(cause) => Err((shown(value), cause)),
    }
}
