//! The source of indexes, and of calls on tables with an index.

use std::fmt::Write;

use crate::ops::{IndexCall, IndexQuery, IndexRead, IndexValues, Op};
use crate::spec::{Column, Index, Table};
use crate::value::Value;

use super::literal::{bound, of_column};
use super::names::{column_type, token};

impl Table {
    /// `#[index(…)]` of the indexes of several fields, on the struct.
    pub(super) fn struct_index(&self) -> String {
        let indexes = self.indexes.iter().enumerate();
        let indexes = indexes.filter(|(_, index)| index.fields.len() > 1);
        let attributes = indexes.map(|(at, index)| {
            let fields = index.fields.iter().enumerate().map(|(position, at)| {
                let name = &self.fields[*at].name;
                if Self::is_descending(index, position) {
                    format!("desc({name})")
                } else {
                    name.clone()
                }
            });
            format!(
                "#[index(\"{}\", fields({}){})]\n",
                self.index_name(at),
                fields.collect::<Vec<_>>().join(", "),
                options(index)
            )
        });
        attributes.collect()
    }

    /// `#[index(…)]` of an index of one field, on the field.
    pub(super) fn field_index(&self, field: usize) -> String {
        let mut indexes = self.indexes.iter().enumerate();
        let index = indexes.find(|(_, index)| index.fields == [field]);
        let attribute = index.map(|(at, index)| {
            let name = self.index_name(at);
            let desc = if index.desc { ", desc" } else { "" };
            format!("    #[index(\"{name}\"{desc}{})]\n", options(index))
        });
        attribute.unwrap_or_default()
    }

    fn index_name(&self, at: usize) -> String {
        format!("RANDOM:INDEX_{}_{at}", self.seed)
    }

    fn index_token(&self, of: &str, index: &Index) -> String {
        let fields = index.fields.iter();
        let names = fields.map(|at| format!("_{}", self.fields[*at].name.to_ascii_uppercase()));
        format!("{of}::BY{}", names.collect::<String>())
    }

    /// The source of a call on a table with an index.
    pub(super) fn index_call(&self, op: &Op) -> String {
        let call = match op {
            Op::Query(query) => self.query_source(query),
            Op::Index(call) => return self.entries_source(*call),
            _ => return String::new(),
        };
        format!("db.{call}.await")
    }

    fn entries_source(&self, call: IndexCall) -> String {
        let token = |index: usize| self.index_token(&self.name(), &self.indexes[index]);
        let indexes = format!("db.indexes::<{}>()", self.name());
        match call {
            IndexCall::CleanUp => format!("{indexes}.clean_up().await"),
            IndexCall::Lag => format!("{indexes}.lag().waiting"),
            IndexCall::Verify { index, repairs } => {
                let verification = if repairs { "Repair" } else { "Report" };
                format!(
                    "{indexes}.verify({}, Verification::{verification}).await",
                    token(index)
                )
            }
            IndexCall::Sweep { index, min_age } => format!(
                "{indexes}.sweep({}, Duration::from_millis({min_age})).await",
                token(index)
            ),
        }
    }

    fn query_source(&self, query: &IndexQuery) -> String {
        let index = &self.indexes[query.index];
        let values = [Some(&query.first), query.second.as_ref()];
        let mut condition = self.index_token(&self.name(), index);
        for (column, values) in self.indexed_columns(index).zip(values) {
            if let Some(values) = values {
                condition.push_str(&values_source(column, values));
            }
        }
        let filter = query.filter.as_ref();
        let filter = filter.map(|filter| format!(".filter({})", self.filter(filter)));
        let limit = query.limit.map(|limit| format!(".limit({limit})"));
        let read = match query.read {
            IndexRead::Rows => ".rows().collect()".to_owned(),
            IndexRead::Stream => ".rows().into_stream().try_collect::<Vec<_>>()".to_owned(),
            IndexRead::Batches => ".rows().next_page()".to_owned(),
            IndexRead::Pages(size) => format!(".page({size})"),
            IndexRead::Set(set) => format!(".columns({}).rows().collect()", self.set_tokens(set)),
        };
        format!(
            "query({condition}){}{}{read}",
            filter.unwrap_or_default(),
            limit.unwrap_or_default()
        )
    }
}

fn options(index: &Index) -> String {
    let splits = index.splits.map(|splits| format!(", splits = {splits}"));
    let ttl = index.ttl_ms.map(|ms| format!(", ttl = \"{}s\"", ms / 1000));
    let buckets = index.buckets.map(|count| format!(", buckets({count})"));
    [splits, ttl, buckets].into_iter().flatten().collect()
}

fn values_source(column: &Column, values: &IndexValues) -> String {
    let literal = |value: &Value| match value {
        Value::Text(text) if column.has_prefixes() => format!("String::from({text:?})"),
        value => of_column(column, value),
    };
    match values {
        IndexValues::Eq(value) => format!(".eq({})", literal(value)),
        IndexValues::Any(values) => {
            let values: Vec<_> = values.iter().map(literal).collect();
            format!(".any([{}])", values.join(", "))
        }
        IndexValues::Range(low, high) => format!(
            ".range(({}, {}))",
            bound(low, literal),
            bound(high, literal)
        ),
        IndexValues::Prefix(prefix) => format!(".prefix({prefix:?})"),
    }
}

/// The writes of a table, and the queries by its index.
pub(super) fn program(table: &Table) -> String {
    let write = if table.has_index() {
        "write_indexed"
    } else {
        "write"
    };
    let mut out = format!(
        "    fn write<'c>(store: &'c Store, op: &'c Op) -> Boxed<'c, Outcome> {{\n        Box::pin({write}::<Self>(store, op))\n    }}\n"
    );
    out.push_str("    fn delete_found(scan: AnyScan<Self>) -> Counted<'static> {\n        delete_found(scan)\n    }\n");
    if !table.has_index() {
        return out;
    }
    out.push_str(&queries(table));
    out.push_str(&entries(table));
    out.push_str(&set_queries(table));
    out
}

fn queries(table: &Table) -> String {
    let mut out = "    fn query(db: &Connection, query: &IndexQuery) -> hbase_schema::db::IndexQuery<Self> {\n        match (query.index, &query.first, &query.second) {\n".to_owned();
    for at in 0..table.indexes.len() {
        queries_by(table, at, &mut out);
    }
    out + "            other => panic!(\"no index supports {other:?}\"),\n        }\n    }\n"
}

/// The queries by one index.
fn queries_by(table: &Table, at: usize, out: &mut String) {
    let index = &table.indexes[at];
    let token = table.index_token("Self", index);
    let mut columns = table.indexed_columns(index);
    let first = columns.next().map(|column| arms(column, "first"));
    let second = columns.next().map(|column| arms(column, "second"));
    for first in first.into_iter().flatten() {
        let (values, condition) = (first.values, first.condition);
        let _ = writeln!(
            out,
            "            ({at}, {values}, None) => db.query({token}{condition}),"
        );
        for second in second.iter().flatten().filter(|_| first.is_open) {
            let (next, rest) = (&second.values, &second.condition);
            let _ = writeln!(
                out,
                "            ({at}, {values}, Some({next})) => db.query({token}{condition}{rest}),"
            );
        }
    }
}

/// The calls on the entries of each index.
fn entries(table: &Table) -> String {
    let mut out = "    fn entries_of(db: &Connection, index: usize, call: IndexCall) -> Boxed<'_, EntryCounts> {\n        match index {\n".to_owned();
    for (at, index) in table.indexes.iter().enumerate() {
        let token = table.index_token("Self", index);
        let _ = writeln!(
            out,
            "            {at} => Box::pin(entry_counts(db, {token}, call)),"
        );
    }
    out + "            _ => unreachable!(),\n        }\n    }\n"
}

/// A condition on a field in a table's program.
struct Arm {
    /// The pattern of the values.
    values: String,
    /// The source of the condition.
    condition: String,
    /// Whether a condition on the next field may follow. A range or a prefix ends a query.
    is_open: bool,
}

/// The conditions on a field. The names of variables start with `name`.
fn arms(column: &Column, name: &str) -> Vec<Arm> {
    let of = column_type(column);
    let arm = |values: String, condition: String, is_open| Arm {
        values,
        condition,
        is_open,
    };
    let (low, high) = (format!("{name}_low"), format!("{name}_high"));
    let mut arms = vec![
        arm(
            format!("IndexValues::Eq({name})"),
            format!(".eq(typed::<{of}>({name}))"),
            true,
        ),
        arm(
            format!("IndexValues::Any({name})"),
            format!(".any({name}.iter().map(typed::<{of}>).collect::<Vec<_>>())"),
            true,
        ),
        arm(
            format!("IndexValues::Range({low}, {high})"),
            format!(
                ".range(({low}.as_ref().map(typed::<{of}>), {high}.as_ref().map(typed::<{of}>)))"
            ),
            false,
        ),
    ];
    if column.has_prefixes() {
        arms.push(arm(
            format!("IndexValues::Prefix({name})"),
            format!(".prefix({name})"),
            false,
        ));
    }
    arms
}

fn set_queries(table: &Table) -> String {
    let mut out = String::from(
        "    fn query_set(query: hbase_schema::db::IndexQuery<Self>, set: usize) -> Boxed<'static, Vec<Vec<Value>>> {\n        match set {\n",
    );
    for (at, set) in table.sets.iter().enumerate() {
        let tokens: Vec<_> = set
            .iter()
            .map(|field| token(&table.fields[field - table.key.parts.len()].name))
            .collect();
        let _ = writeln!(
            out,
            "            {at} => found_by_index(query, ({},)),",
            tokens.join(", ")
        );
    }
    out + "            _ => unreachable!(),\n        }\n    }\n"
}
