//! The source of calls, as a test case that can be pasted.

use std::fmt::Write;
use std::ops::Bound;

use crate::ops::{
    Arg, Change, Comparison, Condition, Direction, Filter, Op, Read, Row, Scan, Test, Then,
};
use crate::spec::{Argument, Column, FieldRole, Part, Table};
use crate::types::Kind;
use crate::value::Value;

use super::literal::{bound, of_column, of_part, plain};

impl Table {
    /// The source of a test that makes these calls, with the structs that it needs.
    pub fn case(&self, calls: &[Op]) -> String {
        let mut out = self.items();
        let _ = writeln!(out, "\n#[tokio::test]\nasync fn case() {{");
        let _ = writeln!(
            out,
            "    let db = hbase_schema::connect(\"memory:\").await.unwrap();"
        );
        out.push_str(&self.creation());
        for (at, call) in calls.iter().enumerate() {
            let is_last = at + 1 == calls.len();
            let call = self.call(call);
            let _ = if is_last {
                writeln!(out, "    println!(\"{{:?}}\", {call});")
            } else {
                writeln!(out, "    let _ = {call};")
            };
        }
        out + "}\n"
    }

    fn call(&self, op: &Op) -> String {
        if self.has_index() {
            let call = self.index_call(op);
            if !call.is_empty() {
                return call;
            }
        }
        let key = |row: &Row| format!("&{}", self.key_literal(row));
        let rows = |rows: &[Row]| {
            let rows = rows.iter().map(|row| self.row_literal(row));
            rows.collect::<Vec<_>>().join(", ")
        };
        match op {
            Op::Put(row) => format!("db.put(&{}).await", self.row_literal(row)),
            Op::PutMany(many) => format!("db.put_many([{}]).await", rows(many)),
            Op::PutStream(many) => format!(
                "db.put_stream(futures_util::stream::iter([{}])).await",
                rows(many)
            ),
            Op::Insert(row) => format!("db.insert(&{}).await", self.row_literal(row)),
            Op::Replace(row) => format!("db.replace(&{}).await", self.row_literal(row)),
            Op::Update(key, row) => self.update(key, row.as_deref()),
            Op::Delete(row) => format!("db.delete({}).await", key(row)),
            Op::DeleteMany(many) => format!("db.delete_many(&[{}]).await", self.key_list(many)),
            Op::Check(row, condition, then) => self.check(&key(row), condition, then),
            Op::Mutate(row, changes) => format!("{}.await", self.mutation(&key(row), changes)),
            Op::Increment(row, column, by) => format!(
                "db.increment({}, {}, {by}).await",
                key(row),
                self.token(*column)
            ),
            Op::Advance(ms) => format!("/* {ms} ms pass */ ()"),
            Op::Rewrite(row, version) => self.rewrite(row, version.as_ref()),
            Op::Dated(call) => self.dated_call(call),
            Op::Entries(key, call) => self.entry_call(key, call),
            _ => self.read_call(op),
        }
    }

    fn update(&self, key: &[Value], row: Option<&[Value]>) -> String {
        let row = row.map(|row| self.row_literal(row));
        let row = row.map_or("Err(())".to_owned(), |row| format!("Ok::<_, ()>({row})"));
        let (key, of) = (self.key_literal(key), self.name());
        format!("db.update(&{key}, move |_: {of}| {row}).await")
    }

    /// A raw write, which has no source that could be pasted without the table's program.
    fn rewrite(&self, row: &[Value], version: Option<&Value>) -> String {
        let key = self.key_literal(row);
        let done = match version {
            Some(version) => format!("sets the version of {key} to {version}"),
            None => format!("deletes the version of {key}"),
        };
        format!("/* another program {done} */ ()")
    }

    fn read_call(&self, op: &Op) -> String {
        let key = |row: &Row| format!("&{}", self.key_literal(row));
        match op {
            Op::Get(row) => format!("db.get({}).await", key(row)),
            Op::GetSet(row, set) => format!(
                "db.get({}).columns({}).await",
                key(row),
                self.set_tokens(*set)
            ),
            Op::GetMany(many) => format!(
                "db.get_many::<_, {}, _>(&[{}]).await",
                self.name(),
                self.key_list(many)
            ),
            Op::Exists(row) => format!("db.exists({}).await", key(row)),
            Op::History(row, limit) => format!("db.history({}){}.await", key(row), limited(*limit)),
            Op::Scan(scan) => self.scan(scan),
            _ => self.column_call(op),
        }
    }

    fn key_list(&self, keys: &[Row]) -> String {
        let keys = keys.iter().map(|key| self.key_literal(key));
        keys.collect::<Vec<_>>().join(", ")
    }

    fn column(&self, at: usize) -> Option<&Column> {
        match &self.fields[at - self.key.parts.len()].role {
            FieldRole::Column(column) => Some(column),
            _ => None,
        }
    }

    pub(super) fn token(&self, at: usize) -> String {
        let field = &self.fields[at - self.key.parts.len()].name;
        format!("{}::{}", self.name(), field.to_ascii_uppercase())
    }

    pub(super) fn set_tokens(&self, set: usize) -> String {
        let tokens: Vec<_> = self.sets[set].iter().map(|at| self.token(*at)).collect();
        format!("({},)", tokens.join(", "))
    }

    fn column_literal(&self, at: usize, value: &Value) -> String {
        self.column(at)
            .map_or_else(|| value.to_string(), |column| of_column(column, value))
    }

    /// The expression for a value in a filter's comparison, without the `Option` of its column.
    fn compared_literal(&self, at: usize, value: &Value) -> String {
        let literal = self.column(at).map(|column| match column.of.kind {
            Kind::Text if column.of.class != "newtype" && column.of.class != "generic" => {
                format!("String::from({:?})", text_of(value))
            }
            kind => plain(kind, column.of.rust, value),
        });
        literal.unwrap_or_else(|| value.to_string())
    }

    fn mutation(&self, key: &str, changes: &[Change]) -> String {
        let mut out = format!("db.mutate({key})");
        for (at, value) in changes {
            let token = self.token(*at);
            let _ = match value {
                Some(Value::Map(columns)) => write!(out, "{}", self.dynamic_changes(columns)),
                Some(value) => write!(out, ".put({token}, {})", self.column_literal(*at, value)),
                None => write!(out, ".delete({token})"),
            };
        }
        out
    }

    fn check(&self, key: &str, condition: &Condition, then: &Then) -> String {
        let condition = match condition {
            Condition::Is(at, value) => format!(
                "eq({}, {})",
                self.token(*at),
                self.column_literal(*at, value)
            ),
            Condition::That(filter) => format!("that({})", self.filter(filter)),
        };
        let then = match then {
            Then::Put(row) => format!("put(&{})", self.row_literal(row)),
            Then::Replace(row) => format!("replace(&{})", self.row_literal(row)),
            Then::Delete => "delete()".to_owned(),
            Then::Mutate(changes) => format!("mutate({})", self.mutation(key, changes)),
        };
        format!("db.check({key}).{condition}.{then}.await")
    }

    pub(super) fn filter(&self, filter: &Filter) -> String {
        match filter {
            Filter::And(a, b) => format!("({} & {})", self.filter(a), self.filter(b)),
            Filter::Or(a, b) => format!("({} | {})", self.filter(a), self.filter(b)),
            Filter::Not(inner) => format!("!{}", self.filter(inner)),
            Filter::Column(at, test) => format!("{}.{}", self.token(*at), self.test(*at, test)),
        }
    }

    fn test(&self, at: usize, test: &Test) -> String {
        let literal = |value: &Value| self.compared_literal(at, value);
        match test {
            Test::Is(comparison, value) => {
                let name = match comparison {
                    Comparison::Eq => "eq",
                    Comparison::Ne => "ne",
                    Comparison::Lt => "lt",
                    Comparison::Le => "le",
                    Comparison::Gt => "gt",
                    Comparison::Ge => "ge",
                };
                format!("{name}({})", literal(value))
            }
            Test::In(values) => format!(
                "is_in([{}])",
                values.iter().map(literal).collect::<Vec<_>>().join(", ")
            ),
            Test::Between(low, high) => format!(
                "between(({}, {}))",
                bound(low, literal),
                bound(high, literal)
            ),
            Test::Prefix(prefix) => format!("starts_with({prefix:?})"),
            Test::Contains(part) => format!("contains({part:?})"),
            Test::Some => "is_some()".to_owned(),
            Test::None => "is_none()".to_owned(),
        }
    }

    fn scan(&self, scan: &Scan) -> String {
        if scan.read == Read::Columns {
            return self.scan_of_columns(scan);
        }
        let mut out = match scan.dates {
            Some(dates) => format!(
                "db.dated::<{}>().scan({}, {})",
                self.name(),
                dates.source(),
                self.builder(scan)
            ),
            None => format!("db.scan({})", self.builder(scan)),
        };
        if scan.is_current {
            out.push_str(".current()");
        }
        if let Some(filter) = &scan.filter {
            let _ = write!(out, ".filter({})", self.filter(filter));
        }
        if let Some(limit) = scan.limit {
            let _ = write!(out, ".limit({limit})");
        }
        if scan.offset > 0 {
            let _ = write!(out, ".offset({})", scan.offset);
        }
        out.push_str(match scan.direction {
            Direction::Forward => "",
            Direction::Reversed => ".reversed()",
            Direction::NewestFirst => ".newest_first()",
            Direction::Unordered => ".unordered()",
        });
        out + &match scan.read {
            Read::Rows => ".rows().collect().await".to_owned(),
            Read::First => ".first().await".to_owned(),
            Read::Count => ".count().await".to_owned(),
            Read::Keys => ".keys().collect().await".to_owned(),
            Read::Pages(size) => format!(".page({size}).await"),
            Read::Set(set) => format!(".columns({}).rows().collect().await", self.set_tokens(set)),
            Read::Delete => ".delete().await".to_owned(),
            Read::Columns => unreachable!("`scan_of_columns` writes it"),
        }
    }

    fn scan_of_columns(&self, scan: &Scan) -> String {
        let at = self.dynamic().map_or(0, |(at, _)| at);
        let (builder, token) = (self.builder(scan), self.token(at));
        let limit = scan.limit.map(|limit| format!(".limit({limit})"));
        let limit = limit.unwrap_or_default();
        format!("db.dynamic_scan({builder}, {token}){limit}.stream().collect().await")
    }

    fn builder(&self, scan: &Scan) -> String {
        let shape = &self.shapes[scan.shape];
        let mut out = format!("{}::scan()", self.name());
        if shape.salted_by {
            let marked = self.key.parts.iter().filter(|part| part.salt.is_some());
            let values: Vec<_> = marked
                .zip(&scan.salts)
                .map(|(part, value)| of_part(part, value))
                .collect();
            let _ = write!(out, ".salted_by({})", values.join(", "));
        }
        if shape.any_salt {
            out.push_str(".any_salt()");
        }
        if shape.arguments.is_empty() {
            out.push_str(".all()");
        }
        for ((part, argument), arg) in self.key.parts.iter().zip(&shape.arguments).zip(&scan.args) {
            let argument = match arg {
                Arg::Other(_) => unreachable!("only conditions have other values"),
                Arg::Every if *argument == Argument::Any => "any()".to_owned(),
                Arg::Every => "..".to_owned(),
                Arg::Value(value) => of_part(part, value),
                Arg::Under(value) => format!("under({:?})", text_of(value)),
                Arg::Prefix(Value::Bytes(bytes)) => format!("prefix(vec!{bytes:?})"),
                Arg::Prefix(value) => format!("prefix({:?})", text_of(value)),
                Arg::Range(low, high) => range(part, low, high),
                Arg::IsIn(values) => {
                    let values = values.iter().map(|value| of_part(part, value));
                    format!("is_in([{}])", values.collect::<Vec<_>>().join(", "))
                }
                Arg::Ranges(ranges) => {
                    let ranges = ranges.iter().map(|(low, high)| range(part, low, high));
                    format!("ranges([{}])", ranges.collect::<Vec<_>>().join(", "))
                }
            };
            let _ = write!(out, ".{}({argument})", part.name);
        }
        if let (Some((at, _)), Some(arg)) = (shape.condition, &scan.condition) {
            let part = &self.key.parts[at];
            let token = format!("{}::{}", self.name(), part.name.to_ascii_uppercase());
            let _ = write!(out, ".matching({token}.{})", condition(part, arg));
        }
        out
    }
}

fn condition(part: &Part, arg: &Arg) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match arg {
        Arg::Value(value) => format!("eq({})", of_part(part, value)),
        Arg::Other(value) => format!("ne({})", of_part(part, value)),
        Arg::Prefix(Value::Bytes(bytes)) => format!("starts_with(vec!{bytes:?})"),
        Arg::Prefix(value) => format!("starts_with({:?})", text_of(value)),
        Arg::Range(low, high) => format!("between({})", range(part, low, high)),
        Arg::IsIn(values) => {
            let values = values.iter().map(|value| of_part(part, value));
            format!("is_in([{}])", list(values.collect()))
        }
        Arg::Ranges(ranges) => {
            let ranges = ranges.iter().map(|(low, high)| range(part, low, high));
            format!("between(ranges([{}]))", list(ranges.collect()))
        }
        // No condition selects a domain.
        Arg::Under(_) => String::new(),
        Arg::Every => "between(..)".to_owned(),
    }
}

fn range(part: &Part, low: &Bound<Value>, high: &Bound<Value>) -> String {
    let literal = |value: &Value| of_part(part, value);
    format!("({}, {})", bound(low, literal), bound(high, literal))
}

fn limited(limit: Option<u32>) -> String {
    limit
        .map(|limit| format!(".limit({limit})"))
        .unwrap_or_default()
}

fn text_of(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        _ => "",
    }
}
