//! Rules about the calls on a table.

use super::super::rules;
use super::super::when::{has_one_family, is_free, is_strict};
use crate::spec::Table;

/// The end of a struct to which a column is added, with a function after it.
fn end(table: &Table) -> Option<String> {
    let may_grow = is_free(table) && is_strict(table) && has_one_family(table);
    may_grow.then(|| "\n}\n".to_owned())
}

/// The end of any struct, with a function after it.
fn after(is: bool) -> Option<String> {
    is.then(|| "\n}\n".to_owned())
}

fn keeps_one(table: &Table) -> bool {
    !table.keeps_versions() && table.unit().is_none()
}

rules! {
    Replace end, "\n    #[column(json)] pub stray: String,\n}\nfn call() { let _ = {struct}::STRAY.gt(\"a\"); }\n" => "cannot be compared with a `_` on the server";
    Replace end, "\n    #[column(text)] pub stray: f64,\n}\nfn call() { let _ = {struct}::STRAY.lt(0.5); }\n" => "a column of `f64` cannot be compared with a `_` on the server";
    Replace end, "\n    pub stray: Vec<u8>,\n}\nfn call() { let _ = {struct}::STRAY.contains(\"a\"); }\n" => "a column of `Vec<u8>` cannot be searched as text";
    Replace end, "\n    pub stray: i32,\n}\nfn call() { let _ = {struct}::STRAY.starts_with(\"1\"); }\n" => "a column of `i32` has no such prefix";
    Replace |table| after(table.index.is_some()), "\n}\nasync fn call(db: &Connection, row: &{struct}) { let _ = db.put(row).await; }\n" => "is not a table that the connection itself writes";
    Replace |table| after(table.index.is_none()), "\n}\nasync fn call(db: &Connection) { let _ = db.indexed::<{struct}>(); }\n" => "has no indexes";
    Replace |table| after(table.unit().is_some()), "\n}\nasync fn call(db: &Connection) { let _ = db.create_table::<{struct}>().await; }\n" => "is not a table with a fixed name";
    Replace |table| after(table.unit().is_none()), "\n}\nasync fn call(db: &Connection) { let _ = db.dated::<{struct}>(); }\n" => "contains no date";
    Replace |table| after(keeps_one(table)), "\n}\nasync fn call(db: &Connection) { let _ = db.scan({struct}::scan().all()).versions(3).rows().next().await; }\n" => "keeps one version of each cell: there are no others to read";
    Replace |table| after(table.unit().is_none()), "\n}\nasync fn call(db: &Connection) { let _ = db.scan({struct}::scan().all()).unordered().after(\"cursor\"); }\n" => "the rows of this scan come in no order";
    Replace |_| after(true), "\n}\nfn call() { let _ = {struct}::scan().ranges(); }\n" => "this scan needs more parts of the row key";
}
