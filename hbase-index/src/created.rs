//! The identifier of a table's creation, an attribute of the table: it proves who created the table, also after a
//! lost response, and that a table is still the same one.

use hbase_backend::Error;
use hbase_model::TableDescriptor;

use crate::error::Result;

/// The attribute, whose value is hexadecimal.
const CREATION: &str = "HBASE_SCHEMA_CREATION";

/// Gives a table that is to be created an identifier.
pub(crate) fn identify(descriptor: &mut TableDescriptor, id: u128) -> Result<()> {
    let identified = descriptor.set_attribute(CREATION, &format!("{id:032x}"));
    identified.map_err(|error| Error::invalid(error.to_string()).into())
}

/// The identifier of a live table; `None` if the table was created without one.
pub(crate) fn id_of(live: &TableDescriptor) -> Option<u128> {
    let id = live.attribute(CREATION)?;
    u128::from_str_radix(&id, 16).ok()
}
