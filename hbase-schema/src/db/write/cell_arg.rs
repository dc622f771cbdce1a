//! Values for column tokens.

use crate::cell::{EncodeCell, RowErrorKind};
use crate::codec::CodecError;
use crate::column::Column;
use crate::db::error::{CallContext, Error};
use crate::key::printable;
use crate::table::Table;

/// A value for a column whose field has type `F` and codec `C`: an `F`, a reference to one, the
/// inner type of an `Option`, a `&str` for a `String`, a `&[u8]` for a `Vec<u8>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value for a column of `{F}`",
    label = "expected a `{F}`, a reference to one, or the value inside an `Option`"
)]
pub trait CellArg<F, C>: Sized {
    /// Encodes the value; returns `false` for an absent cell.
    #[doc(hidden)]
    fn write_cell(self, out: &mut Vec<u8>) -> Result<bool, CodecError>;

    /// Encodes the value of a dynamic column, whose name has these bytes after the prefix.
    #[doc(hidden)]
    fn write_named(self, name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError>;
}

impl<F: EncodeCell<C>, C> CellArg<F, C> for F {
    fn write_cell(self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_cell(out)
    }

    fn write_named(self, name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_named(name, out)
    }
}

impl<F: EncodeCell<C>, C> CellArg<F, C> for &F {
    fn write_cell(self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_cell(out)
    }

    fn write_named(self, name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_named(name, out)
    }
}

impl<F: EncodeCell<C>, C> CellArg<Option<F>, C> for F {
    fn write_cell(self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_cell(out)
    }

    fn write_named(self, name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_named(name, out)
    }
}

macro_rules! borrowed {
    ($($column:ty, $owned:ty, $arg:ty;)*) => {$(
        impl<'a, C> CellArg<$column, C> for &'a $arg
        where
            $owned: EncodeCell<C>,
        {
            fn write_cell(self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                <$owned>::from(self).encode_cell(out)
            }

            fn write_named(self, name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError> {
                <$owned>::from(self).encode_named(name, out)
            }
        }
    )*};
}

borrowed! {
    String, String, str;
    Option<String>, String, str;
    Vec<u8>, Vec<u8>, [u8];
    Option<Vec<u8>>, Vec<u8>, [u8];
}

/// The bytes of a value; `None` for an absent cell.
pub(in crate::db) fn encode<R, F, C, V>(
    about: CallContext<'_>,
    key: &[u8],
    column: Column<R, F, C>,
    value: V,
) -> Result<Option<Vec<u8>>, Error>
where
    R: Table,
    V: CellArg<F, C>,
{
    let mut bytes = Vec::new();
    match value.write_cell(&mut bytes) {
        Ok(true) => Ok(Some(bytes)),
        Ok(false) => Ok(None),
        Err(cause) => Err(about.row_error(
            RowErrorKind::Encode {
                row: R::SCHEMA.row,
                key: printable(key),
                field: column.schema().field,
                column: format!("{column:?}").into(),
                cause,
            }
            .into(),
        )),
    }
}
