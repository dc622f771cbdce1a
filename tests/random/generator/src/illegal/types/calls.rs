//! Rules about the calls on a table.

use super::super::rules;
use super::super::when::{has_one_family, is_free, is_strict, may_be_indexed};
use crate::spec::{FieldRole, Stamp, Table};

/// The end of a struct to which a column is added, with a function after it.
fn end(table: &Table) -> Option<String> {
    let may_grow = is_free(table) && is_strict(table) && has_one_family(table);
    may_grow.then(|| "\n}\n".to_owned())
}

/// The end of any struct, with a function after it.
fn after(is: bool) -> Option<String> {
    is.then(|| "\n}\n".to_owned())
}

fn is_stamped(table: &Table) -> bool {
    matches!(table.stamp(), Some((_, Stamp::Period(..))))
}

/// The end of a struct to which an indexed column is added.
fn may_have_index(table: &Table) -> Option<String> {
    after(may_be_indexed(table) && is_strict(table))
}

/// The end of a struct to which dynamic columns are added.
fn with_dynamic(table: &Table) -> Option<String> {
    let is_dynamic = |role: &FieldRole| matches!(role, FieldRole::Dynamic(_));
    let has_other = table.fields.iter().any(|field| is_dynamic(&field.role));
    end(table).filter(|_| table.unit().is_none() && !has_other)
}

fn keeps_one(table: &Table) -> bool {
    !table.keeps_versions() && table.unit().is_none()
}

rules! {
    Replace end, "\n    #[column(json)] pub stray: String,\n}\nfn call() { let _ = {struct}::STRAY.gt(\"a\"); }\n" => "cannot be compared with a `_` on the server";
    Replace end, "\n    #[column(text)] pub stray: f64,\n}\nfn call() { let _ = {struct}::STRAY.lt(0.5); }\n" => "a column of `f64` cannot be compared with a `_` on the server";
    Replace end, "\n    pub stray: Vec<u8>,\n}\nfn call() { let _ = {struct}::STRAY.contains(\"a\"); }\n" => "a column of `Vec<u8>` cannot be searched as text";
    Replace end, "\n    pub stray: i32,\n}\nfn call() { let _ = {struct}::STRAY.starts_with(\"1\"); }\n" => "a column of `i32` has no such prefix";
    Replace |table| after(table.has_index()), "\n}\nasync fn call(db: &Connection, row: &{struct}) { let _ = db.delete(&row.key()).version(1); }\n" => "is not a table without indexes";
    Replace |table| after(!table.has_index() && table.unit().is_none()), "\n}\nasync fn call(db: &Connection) { let _ = db.indexes::<{struct}>().lag(); }\n" => "has no indexes";
    Replace |table| after(table.unit().is_some()), "\n}\nasync fn call(db: &Connection) { let _ = db.create_table::<{struct}>().await; }\n" => "is not a table with a fixed name";
    Replace |table| after(table.unit().is_none()), "\n}\nasync fn call(db: &Connection) { let _ = db.dated::<{struct}>(); }\n" => "contains no date";
    Replace |table| after(keeps_one(table)), "\n}\nasync fn call(db: &Connection) { let _ = db.scan({struct}::scan().all()).versions(3).rows().next().await; }\n" => "keeps one version of each cell: there are no others to read";
    Replace end, "\n    pub stray: i32,\n}\nfn call() { let _ = {struct}::STRAY.between(3); }\n" => "is not a range of values of `i32`";
    Replace end, "\n    pub stray: u32,\n}\nfn call(db: &Connection, key: &{key}) { let _ = db.mutate(key).put({struct}::STRAY, \"x\"); }\n" => "is not a value for a column of `u32`";
    Replace end, "\n    pub stray: u32,\n}\nfn call(db: &Connection, key: &{key}) { let _ = db.append(key, {struct}::STRAY, 1); }\n" => "nothing can be appended to a column of `u32`";
    Replace |table| after(table.unit().is_none()), "\n}\nfn call(db: &Connection, key: &{key}) { let _ = db.get(key).columns(5_u8); }\n" => "`u8` names no columns of";
    Replace |table| after(table.unit().is_none()), "\n}\nfn call(db: &Connection) { let _ = db.get::<_, {struct}>(&5_u8); }\n" => "`u8` is not a row key of";
    Replace |table| after(table.unit().is_none() && is_stamped(table)), "\n}\nfn call(db: &Connection, row: &{struct}) { let _ = db.replace(row); }\n" => "cannot replace a row: its `#[timestamp]` makes it one version of the row";
    Replace |table| after(table.unit().is_some()), "\n}\nfn call(db: &Connection) { let _ = db.dated::<{struct}>().scan(\"20151226\", {struct}::scan().all()); }\n" => "is not a date of this table, nor a range of dates";
    Replace |table| after(table.unit().is_some() && !table.keeps_versions() && table.stamp().is_none()), "\n}\nfn call(db: &Connection, day: &Timestamp) { let _ = db.dated::<{struct}>().recompute(day, [] as [{struct}; 0]); }\n" => "cannot be recomputed: a family keeps one version of each cell";
    Replace may_have_index, "\n    #[index(\"RANDOM:BY_STRAY\")] pub stray: u32,\n}\nfn call(db: &Connection) { let _ = db.query({struct}::BY_STRAY.eq(\"a\")); }\n" => "is not a value of an index on `u32`";
    Replace may_have_index, "\n    #[index(\"RANDOM:BY_STRAY\")] pub stray: u32,\n}\nfn call(db: &Connection) { let _ = db.query({struct}::BY_STRAY.prefix(\"1\")); }\n" => "no prefix is offered on an index of `u32`";
    Replace with_dynamic, "\n    #[column(dynamic, prefix = \"ZZ_\")] pub stray: Dynamic<u32, u32>,\n}\nfn call(db: &Connection, key: &{key}) { let _ = db.dynamic(key, {struct}::STRAY).prefix(\"1\"); }\n" => "is not a prefix of the qualifiers `u32`";
    Replace with_dynamic, "\n    #[column(dynamic, prefix = \"ZZ_\")] pub stray: Dynamic<u32, u32>,\n}\nfn call(db: &Connection, key: &{key}) { let _ = db.dynamic(key, {struct}::STRAY).range(\"a\"..\"b\"); }\n" => "is not a bound of a range of the qualifiers `u32`";
}
