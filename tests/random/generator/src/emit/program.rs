//! The generated program of a table: conversions between rows and values, and calls that depend on the table's types.

use std::fmt::Write;

use crate::make::order_of;
use crate::spec::{Argument, FieldRole, Order, Part, Shape, Table, Tested};
use crate::types::Kind;

use super::names::{column_type, columns, compared, counters, is_searched, part_type, token};
use super::{column_calls, entry_calls, index_calls};

/// The `impl Subject` of a table.
pub(super) fn program(table: &Table) -> String {
    let mut out = format!("impl Subject for {} {{\n", table.name());
    out.push_str(&rows(table));
    out.push_str(&keys(table));
    out.push_str(&scans(table));
    out.push_str(&filters(table));
    out.push_str(&checks(table));
    out.push_str(&changes(table));
    out.push_str(&sets(table));
    out.push_str(&special(table));
    out.push_str(&column_calls::program(table));
    out.push_str(&entry_calls::program(table));
    out.push_str(&index_calls::program(table));
    out.push_str("}\n");
    out
}

/// The conversions between rows, keys and values alone, as an `impl` of a trait.
pub(super) fn conversions(table: &Table, of: &str) -> String {
    let (rows, keys) = (rows(table), keys(table));
    format!("impl {of} for {} {{\n{rows}{keys}}}\n", table.name())
}

fn names(table: &Table) -> impl Iterator<Item = &String> + Clone {
    let parts = table.key.parts.iter().map(|part| &part.name);
    parts.chain(table.fields.iter().map(|field| &field.name))
}

fn rows(table: &Table) -> String {
    let parts = table.key.parts.len();
    let is_stored =
        |at: usize| at < parts || !matches!(table.fields[at - parts].role, FieldRole::Skip);
    let fields = names(table).enumerate();
    let of: String = fields
        .clone()
        .map(|(at, name)| {
            if is_stored(at) {
                format!("{name}: Typed::of(&values[{at}]), ")
            } else {
                format!("{name}: 0, ")
            }
        })
        .collect();
    let to: String = fields
        .map(|(at, name)| {
            if is_stored(at) {
                format!("self.{name}.value(), ")
            } else {
                "Value::None, ".to_owned()
            }
        })
        .collect();
    format!(
        "    fn of_values(values: &[Value]) -> Self {{\n        Self {{ {of} }}\n    }}\n    \
         fn to_values(&self) -> Vec<Value> {{\n        vec![{to}]\n    }}\n"
    )
}

fn keys(table: &Table) -> String {
    let parts = table.key.parts.iter();
    let date = table.unit().map(|_| &table.fields[0].name);
    let names = parts.map(|part| &part.name).chain(date);
    let of: String = names
        .clone()
        .enumerate()
        .map(|(at, name)| format!("{name}: Typed::of(&values[{at}]), "))
        .collect();
    let to: String = names.map(|name| format!("key.{name}.value(), ")).collect();
    let name = table.key_name();
    format!(
        "    fn key_of(values: &[Value]) -> {name} {{\n        {name} {{ {of} }}\n    }}\n    \
         fn key_values(key: &{name}) -> Vec<Value> {{\n        vec![{to}]\n    }}\n"
    )
}

fn scans(table: &Table) -> String {
    let mut out = String::from(
        "    fn scan_by(db: &Connection, shape: usize, salts: &[Value], args: &[Arg], dates: Option<Dates>) -> AnyScan<Self> {\n        match shape {\n",
    );
    let scan = if table.unit().is_some() {
        "scan_dated(db, dates, "
    } else {
        "db.scan("
    };
    for (at, shape) in table.shapes.iter().enumerate() {
        let builder = builder(table, shape);
        let order = format!("{:?}", order_of(&table.key, shape));
        let _ = writeln!(
            out,
            "            {at} => AnyScan::{order}({scan}{builder})),"
        );
    }
    out.push_str("            _ => unreachable!(),\n        }\n    }\n");
    out + &scans_of_columns(table)
}

/// The scans that `dynamic_scan` accepts, for tables with dynamic columns.
fn scans_of_columns(table: &Table) -> String {
    let Some((at, _)) = table.dynamic().filter(|_| table.unit().is_none()) else {
        return String::new();
    };
    let token = token(&table.fields[at - table.key.parts.len()].name);
    let mut out = String::from(
        "    fn scan_columns<'c>(db: &'c Connection, shape: usize, salts: &'c [Value], args: &'c [Arg], limit: Option<u64>) -> Boxed<'c, Outcome> {\n        match shape {\n",
    );
    for (at, shape) in table.shapes.iter().enumerate() {
        if order_of(&table.key, shape) != Order::Skip {
            let builder = builder(table, shape);
            let _ = writeln!(
                out,
                "            {at} => scan_columns(move || db.dynamic_scan({builder}, {token}), limit),"
            );
        }
    }
    out + "            _ => unreachable!(),\n        }\n    }\n"
}

fn builder(table: &Table, shape: &Shape) -> String {
    let mut out = "Self::scan()".to_owned();
    if shape.salted_by {
        let marked = table.key.parts.iter().filter(|part| part.salt.is_some());
        let values: Vec<_> = marked
            .enumerate()
            .map(|(at, part)| format!("typed::<{}>(&salts[{at}])", part_type(part)))
            .collect();
        let _ = write!(out, ".salted_by({})", values.join(", "));
    }
    if shape.any_salt {
        out.push_str(".any_salt()");
    }
    if shape.arguments.is_empty() {
        out.push_str(".all()");
    }
    for (at, (argument, part)) in shape.arguments.iter().zip(&table.key.parts).enumerate() {
        let of = part_type(part);
        let argument = match argument {
            Argument::Value => format!("arg::<{of}>(&args[{at}])"),
            Argument::Range => format!("range::<{of}>(&args[{at}])"),
            Argument::IsIn => format!("is_in(several::<{of}>(&args[{at}]))"),
            Argument::Ranges => format!("ranges(several_ranges::<{of}>(&args[{at}]))"),
            Argument::Under => format!("under(text(&args[{at}]))"),
            Argument::Prefix if part.of.kind == Kind::Text => format!("prefix(text(&args[{at}]))"),
            Argument::Prefix => format!("prefix(bytes(&args[{at}]))"),
            Argument::Every => "..".to_owned(),
            Argument::Any => "any()".to_owned(),
        };
        let _ = write!(out, ".{}({argument})", part.name);
    }
    if let Some((at, tested)) = shape.condition {
        let condition = condition(&table.key.parts[at], tested, shape.arguments.len());
        let _ = write!(out, ".matching({condition})");
    }
    out
}

/// A condition, whose value is the argument with this index.
fn condition(part: &Part, tested: Tested, arg: usize) -> String {
    let (token, of) = (token(&part.name), part_type(part));
    let call = match tested {
        Tested::By(Argument::Value) => format!("eq(arg::<{of}>(&args[{arg}]))"),
        Tested::By(Argument::IsIn) => format!("is_in(several::<{of}>(&args[{arg}]))"),
        Tested::By(Argument::Ranges) => {
            format!("between(ranges(several_ranges::<{of}>(&args[{arg}])))")
        }
        Tested::By(Argument::Prefix) if part.of.kind == Kind::Text => {
            format!("starts_with(text(&args[{arg}]))")
        }
        Tested::By(Argument::Prefix) => format!("starts_with(bytes(&args[{arg}]))"),
        Tested::By(Argument::Under) => format!("between(under(text(&args[{arg}])))"),
        Tested::By(_) => return format!("compare_part({token}, &args[{arg}])"),
        Tested::Other => format!("ne(arg::<{of}>(&args[{arg}]))"),
    };
    format!("{token}.{call}")
}

/// The columns that are fields of the struct itself, with their indexes in a row.
fn filters(table: &Table) -> String {
    let mut out = String::from(
        "    fn filter(column: usize, test: &Test) -> RowFilter<Self> {\n        match column {\n",
    );
    for (at, name, column) in columns(table) {
        let token = token(name);
        let call = match compared(column) {
            Some(_) if is_searched(column) => format!("compare_text({token}, test)"),
            Some(of) => format!("compare::<_, _, _, {of}>({token}, test)"),
            None => format!("presence({token}, test)"),
        };
        let _ = writeln!(out, "            {at} => {call},");
    }
    for (at, name) in counters(table) {
        let _ = writeln!(
            out,
            "            {at} => compare::<_, _, _, i64>({}, test),",
            token(name)
        );
    }
    out + "            _ => unreachable!(),\n        }\n    }\n"
}

fn checks(table: &Table) -> String {
    let mut out = String::from(
        "    fn checked(check: Check<Self>, column: usize, value: &Value) -> Checked<Self> {\n        match column {\n",
    );
    for (at, name, column) in columns(table).take(2) {
        let _ = writeln!(
            out,
            "            {at} => check.eq({}, typed::<{}>(value)),",
            token(name),
            column_type(column)
        );
    }
    out + "            _ => unreachable!(),\n        }\n    }\n"
}

fn changes(table: &Table) -> String {
    let mut out = String::from(
        "    fn change(mutation: RowMutation<Self>, column: usize, value: Option<&Value>) -> RowMutation<Self> {\n        match (column, value) {\n",
    );
    for (at, name, column) in columns(table).take(3) {
        let (token, of) = (token(name), column_type(column));
        let _ = writeln!(
            out,
            "            ({at}, Some(value)) => mutation.put({token}, typed::<{of}>(value)),"
        );
        let _ = writeln!(out, "            ({at}, None) => mutation.delete({token}),");
    }
    for (at, name) in counters(table) {
        let _ = writeln!(
            out,
            "            ({at}, Some(value)) => mutation.set_counter({}, typed::<i64>(value)),",
            token(name)
        );
    }
    if let Some((at, _)) = table.dynamic() {
        let token = token(&table.fields[at - table.key.parts.len()].name);
        let _ = writeln!(
            out,
            "            ({at}, Some(value)) => change_dynamic(mutation, {token}, value),"
        );
    }
    out + "            _ => unreachable!(),\n        }\n    }\n"
}

fn sets(table: &Table) -> String {
    let mut get = String::from(
        "    fn get_set(get: GetRequest<Self>, set: usize) -> Found {\n        match set {\n",
    );
    let mut delete = String::from(
        "    fn delete_set(delete: DeleteRequest<Self>, set: usize) -> DeleteRequest<Self> {\n        match set {\n",
    );
    let mut scan = String::from(
        "    fn scan_set(scan: AnyScan<Self>, set: usize) -> FoundMany {\n        match set {\n",
    );
    for (at, set) in table.sets.iter().enumerate() {
        let parts = table.key.parts.len();
        let tokens: Vec<_> = set
            .iter()
            .map(|field| token(&table.fields[field - parts].name))
            .collect();
        let tokens = format!("({},)", tokens.join(", "));
        let _ = writeln!(get, "            {at} => found(get.columns({tokens})),");
        let _ = writeln!(delete, "            {at} => delete.columns({tokens}),");
        let _ = writeln!(scan, "            {at} => found_many(scan, {tokens}),");
    }
    let end = "            _ => unreachable!(),\n        }\n    }\n";
    [get, scan, delete].map(|function| function + end).concat()
}

/// Calls that only some tables support.
fn special(table: &Table) -> String {
    let mut out = dated(table);
    if table.stamp().is_none() {
        out.push_str("    fn replace<'c>(db: &'c Connection, row: &Self) -> Done<'c> {\n        db.replace(row)\n    }\n");
        out.push_str("    fn update<'c>(db: &'c Connection, key: &Self::Key, row: Option<Self>) -> Updated<'c, Self> {\n        update(db, key, row)\n    }\n");
        out.push_str("    fn replace_checked<'c>(checked: Checked<Self>, row: &Self) -> Flag<'c> {\n        checked.replace(row)\n    }\n");
    }
    if let Some((at, _)) = table.version().filter(|_| table.unit().is_none()) {
        let token = token(&table.fields[at].name);
        let _ = writeln!(
            out,
            "    fn rewrite<'c>(db: &'c Connection, key: &Self::Key, version: Option<&Value>) -> Done<'c> {{\n        rewrite(db, key, {token}, version)\n    }}"
        );
    }
    if table.keeps_versions() {
        out.push_str("    fn history(db: &Connection, key: &Self::Key, limit: Option<u32>) -> FoundMany {\n        history::<Self>(db, key, limit)\n    }\n");
    }
    if has_time(table) {
        out.push_str("    fn newest_first(scan: AnyScan<Self>) -> AnyScan<Self> {\n        scan.newest_first()\n    }\n");
    }
    let counters: Vec<_> = counters(table).collect();
    if !counters.is_empty() {
        out.push_str("    fn increment<'c>(db: &'c Connection, key: &Self::Key, column: usize, by: i64) -> Number<'c> {\n        match column {\n");
        for (at, name) in counters {
            let _ = writeln!(
                out,
                "            {at} => db.increment(key, {}, by),",
                token(name)
            );
        }
        out.push_str("            _ => unreachable!(),\n        }\n    }\n");
    }
    out
}

/// The creation of the tables, and the calls on tables by date.
fn dated(table: &Table) -> String {
    if table.has_index() {
        return "    fn create(db: &Connection) -> Done<'_> {\n        create_indexed::<Self>(db)\n    }\n".to_owned();
    }
    if table.unit().is_none() {
        return "    fn create(db: &Connection) -> Done<'_> {\n        db.create_table::<Self>()\n    }\n".to_owned();
    }
    let periods = table.first_periods();
    let mut out = format!(
        "    fn create(db: &Connection) -> Done<'_> {{\n        create_dated::<Self>(db, &{periods:?})\n    }}\n    \
         fn dated<'c>(db: &'c Connection, call: &'c DatedCall) -> Boxed<'c, Outcome> {{\n        dated::<Self>(db, call)\n    }}\n"
    );
    if table.is_recomputed() {
        out.push_str(
            "    fn recompute(db: &Connection, date: i64, rows: &[Row]) -> Counted<'static> {\n        recompute::<Self>(db, date, rows)\n    }\n    \
             fn current(scan: AnyScan<Self>) -> AnyScan<Self> {\n        current(scan)\n    }\n",
        );
    }
    out
}

/// Whether the key contains a time that sorts rows.
pub(crate) fn has_time(table: &Table) -> bool {
    table.key.parts.iter().any(|part| {
        matches!(part.of.kind, Kind::Time | Kind::OfDay) && !part.reverse && !part.optional
    })
}
