//! Tokens of the columns of a flattened group: `Order::ADDRESS.city`.

use std::fmt;
use std::marker::PhantomData;

use hbase_model::ColumnQualifier;

use crate::schema::ColumnSchema;
use crate::table::Columns;

/// Maximum length of a qualifier that a group's token can name, prefix included.
const LONGEST: usize = 255;

/// A table that flattens a group at index `GROUP`.
#[doc(hidden)]
pub trait Flattens<const GROUP: usize> {
    /// The group's family.
    const FAMILY: &'static str;
    /// The prefix of its qualifiers.
    const PREFIX: &'static [u8];
}

/// A group with tokens of its columns in the table of `R`: `#[derive(Columns)]`.
///
/// A table's struct has a token for each field with `flatten`, named as column tokens are; its fields
/// are the tokens of the group's columns.
///
/// ```
/// use hbase_schema::{Columns, HTable};
///
/// #[derive(Columns)]
/// struct Address {
///     city: String,
///     zip: Option<String>,
/// }
///
/// #[derive(HTable)]
/// #[table("DLQX:ORDER_STATE")]
/// #[family("D1")]
/// struct Order {
///     #[rowkey]
///     number: u64,
///     #[column(flatten, prefix = "TO_")]
///     address: Option<Address>,
/// }
///
/// assert_eq!(Order::ADDRESS.city.qualifier(), "TO_CITY");
/// let filter = Order::ADDRESS.city.eq("Seattle") & Order::ADDRESS.zip.is_none();
/// ```
///
/// A column of an optional group still has the type of its field: reading it alone, by
/// `.columns(Order::ADDRESS.city)`, is an error on rows without it.
#[diagnostic::on_unimplemented(
    message = "the columns of `{Self}` have no tokens",
    label = "no `#[derive(Columns)]` on this type"
)]
pub trait GroupTokens<R, const GROUP: usize> {
    /// A struct with a token for each column.
    type Tokens;
    /// The tokens.
    const TOKENS: Self::Tokens;
}

impl<T: GroupTokens<R, GROUP>, R, const GROUP: usize> GroupTokens<R, GROUP> for Option<T> {
    type Tokens = T::Tokens;
    const TOKENS: T::Tokens = T::TOKENS;
}

/// The column at index `COLUMN` of the group `T` that `R` flattens.
#[doc(hidden)]
pub struct InGroup<R, T, const GROUP: usize, const COLUMN: usize>(PhantomData<fn() -> (R, T)>);

impl<R, T, const GROUP: usize, const COLUMN: usize> fmt::Debug for InGroup<R, T, GROUP, COLUMN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InGroup")
    }
}

impl<R, T, const GROUP: usize, const COLUMN: usize> InGroup<R, T, GROUP, COLUMN>
where
    R: Flattens<GROUP>,
    T: Columns,
{
    const QUALIFIER: &'static Joined =
        &Joined::new(R::PREFIX, T::COLUMNS[COLUMN].qualifier.bytes());

    /// The column as data, with its table's family and the group's prefix.
    pub const SCHEMA: &'static ColumnSchema = &ColumnSchema {
        family: R::FAMILY,
        qualifier: ColumnQualifier::from_bytes(Self::QUALIFIER.bytes()),
        ..T::COLUMNS[COLUMN]
    };
}

/// Two byte strings joined at compile time.
#[derive(Debug)]
struct Joined {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Joined {
    const fn new(a: &[u8], b: &[u8]) -> Self {
        assert!(
            a.len() + b.len() <= LONGEST,
            "a flattened column's qualifier is longer than 255 bytes with its prefix, which is \
             the most that a token can name: use a shorter prefix"
        );
        let mut bytes = [0; LONGEST];
        let mut len = 0;
        while len < a.len() + b.len() {
            bytes[len] = if len < a.len() {
                a[len]
            } else {
                b[len - a.len()]
            };
            len += 1;
        }
        Self { bytes, len }
    }

    const fn bytes(&self) -> &[u8] {
        self.bytes.split_at(self.len).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_and_a_name_are_joined_up_to_255_bytes() {
        for (a, b, expected) in [
            (&b"P_"[..], &b"NAME"[..], &b"P_NAME"[..]),
            (b"", b"NAME", b"NAME"),
            (b"P_", b"", b"P_"),
            (b"", b"", b""),
        ] {
            assert_eq!(Joined::new(a, b).bytes(), expected);
        }
        let (prefix, name) = ([b'p'; 100], [b'n'; 156]);
        let longest = Joined::new(&prefix, &name[1..]);
        assert_eq!(longest.bytes(), [&prefix[..], &name[1..]].concat());
        assert!(std::panic::catch_unwind(|| Joined::new(&prefix, &name)).is_err());
    }
}
