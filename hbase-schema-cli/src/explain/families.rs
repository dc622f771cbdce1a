//! The families and their attributes.

use std::io::{self, Write};

use hbase_model::{FamilyDescriptor, Ttl};
use serde::Serialize;

use crate::columns::{Cell, Columns};

/// A family and its declared attributes, by the shell's names.
#[derive(Serialize)]
pub(super) struct Family {
    name: String,
    #[serde(serialize_with = "crate::output::as_object")]
    attributes: Vec<(String, String)>,
}

impl Family {
    pub(super) fn of(family: &FamilyDescriptor) -> Self {
        Self {
            name: family.name.to_string(),
            attributes: attributes(family),
        }
    }
}

fn attributes(family: &FamilyDescriptor) -> Vec<(String, String)> {
    let attributes = family.attributes().into_iter();
    attributes
        .map(|(name, value)| match family.ttl {
            Some(shown) if name == "TTL" => (name.into_owned(), ttl(shown)),
            _ => (name.into_owned(), value),
        })
        .collect()
}

/// Seconds, also in the largest unit that divides them.
fn ttl(ttl: Ttl) -> String {
    let seconds = ttl.as_secs();
    if ttl == Ttl::FOREVER {
        return "FOREVER".to_owned();
    }
    let units = [(86_400, "d"), (3600, "h"), (60, "min")];
    let unit = units.iter().find(|(unit, _)| seconds.is_multiple_of(*unit));
    unit.map_or(format!("{seconds} s"), |(unit, name)| {
        format!("{seconds} s ({} {name})", seconds / unit)
    })
}

pub(super) fn write(families: &[Family], out: &mut dyn Write) -> io::Result<()> {
    let mut columns = Columns::new(&[Cell::of("name"), Cell::of("attributes")]);
    for family in families {
        let attributes = family
            .attributes
            .iter()
            .map(|(name, value)| format!("{name} {value}"));
        let attributes = attributes.collect::<Vec<_>>().join(", ");
        let attributes = if attributes.is_empty() {
            "HBase's defaults".to_owned()
        } else {
            attributes
        };
        columns.row([Cell::of(family.name.as_str()), Cell::of(attributes)]);
    }
    columns.write(out)
}
