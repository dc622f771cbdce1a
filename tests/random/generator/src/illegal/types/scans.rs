//! Rules about scans.

use super::super::rules;
use crate::spec::{Encoding, Salt, Table};
use crate::types::Kind;

/// The end of a struct, with a function after it.
fn after(is: bool) -> Option<String> {
    is.then(|| "\n}\n".to_owned())
}

/// The end of a struct without a salt and without a date in its table's name.
fn plain(table: &Table) -> Option<String> {
    after(table.key.salt == Salt::None && table.unit().is_none())
}

/// Whether no part of the key is a time.
fn is_timeless(table: &Table) -> bool {
    table
        .key
        .parts
        .iter()
        .all(|part| part.of.kind != Kind::Time)
}

rules! {
    Replace |table| after(table.unit().is_none()), "\n}\nfn call(db: &Connection) { let _ = db.scan({struct}::scan().all()).unordered().after(\"cursor\"); }\n" => "the rows of this scan come in no order";
    Replace |_| after(true), "\n}\nfn call() { let _ = {struct}::scan().ranges(); }\n" => "this scan needs more parts of the row key";
    Replace plain, "\n}\nfn call() { let _ = {struct}::scan().{part}(()); }\n" => "`()` does not select values of this key part";
    Replace |table| plain(table).filter(|_| table.key.parts.len() > 2), "\n}\nfn call() { let _ = {struct}::scan().{last}(..); }\n" => "this part of the key cannot be given here";
    Replace |table| plain(table).filter(|_| table.key.parts[0].encoding == Encoding::Text), "\n}\nfn call() { let _ = {struct}::scan().{part}(1..9); }\n" => "no range is offered on this part: its bytes do not sort";
    Replace |table| plain(table).filter(|_| table.key.parts[0].encoding == Encoding::Native && table.key.parts[0].of.rust == "String"), "\n}\nfn call() { let _ = {struct}::scan().{part}(hbase_schema::under(\"a\")); }\n" => "`under` selects a domain of a part with reversed labels";
    Replace |table| after(table.unit().is_none() && table.key.salt == Salt::None && is_timeless(table)), "\n}\nfn call(db: &Connection) { let _ = db.scan({struct}::scan().all()).newest_first(); }\n" => "cannot be read newest first";
    Replace |table| after(table.unit().is_none() && table.keeps_versions()), "\n}\nfn call(db: &Connection, key: &{key}) { let _ = db.history(key).time_range(\"a\"..\"b\"); }\n" => "is not a timestamp of cells";
    Replace |table| plain(table).filter(|_| matches!(table.key.parts[0].encoding, Encoding::PadLeft(..))), "\n}\nfn call() { let _ = {struct}::scan().{part}(hbase_schema::prefix(\"1\")); }\n" => "no prefix is offered on this part";
}
