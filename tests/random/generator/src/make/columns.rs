//! Makes random columns, and other fields that are not key parts.

use crate::draw::Draw;
use crate::features as f;
use crate::spec::{Absence, Codec, Column, DefaultValue, Dynamic, FieldRole, Group, Named, Stamp};
use crate::types::{Kind, LETTERS, TYPES, Type};

/// Rules that a table sets for its columns.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether a field contains the timestamp of the cells. Such tables have no counters: increments set their own
    /// timestamps, and the guide does not specify how a delete then works.
    pub(super) is_stamped: bool,
    /// Whether the timestamp is a period, so that each version must have every column.
    pub(super) by_period: bool,
    /// Whether the table is to have an index, which excludes counters and dynamic columns.
    pub(super) is_indexed: bool,
    /// Whether names may contain lower case.
    pub(super) any_case: bool,
    /// Whether a key part is a time that names of dynamic columns may continue.
    pub(super) has_periods: bool,
}

/// A column.
pub(super) fn column(draw: &mut Draw, rules: Rules, number: usize) -> Column {
    // Few columns may be indexed by chance.
    let must_be_indexed = rules.is_indexed && !draw.one_in(3);
    let is_chosen = |column: &Column| !must_be_indexed || column.may_be_indexed();
    loop {
        let column = |draw: &mut Draw| try_column(draw, rules, number).filter(is_chosen);
        if let Some(column) = draw.attempt(column) {
            return column;
        }
    }
}

fn try_column(draw: &mut Draw, rules: Rules, number: usize) -> Option<Column> {
    let absence = draw.among(&f::OPTION, |name| {
        !rules.by_period || matches!(name, "no" | "store_none")
    });
    let of = column_type(draw, absence)?;
    let codec = codec(draw, of, absence);
    // `store_none` has no effect with JSON, which stores `null`.
    if absence == "store_none" && codec == Codec::Json {
        return None;
    }
    let absence = match (absence, of.kind) {
        ("Option", _) => Absence::Option,
        ("store_none", _) => Absence::Stored,
        ("alias of Option", Kind::Text) => Absence::Alias("MaybeText"),
        ("alias of Option", _) => Absence::Alias("MaybeCount"),
        ("newtype of Option", _) => Absence::Newtype("Perhaps"),
        _ => Absence::Never,
    };
    let default = draw.among(&f::DEFAULT, |name| has_default(of, absence, name));
    let default = match default {
        "trait" => DefaultValue::Trait,
        "function" => DefaultValue::Function,
        _ => DefaultValue::None,
    };
    let qualifier = qualifier(draw, rules.any_case, number);
    Some(Column {
        of,
        absence,
        codec,
        default,
        qualifier,
    })
}

/// A codec of the type; `absence` is the chosen value of the feature `OPTION`.
pub(super) fn codec(draw: &mut Draw, of: &Type, absence: &str) -> Codec {
    codec_of(draw.among(&f::CODEC, |name| is_codec(of, absence, name)))
}

/// How a column gets its name. Names that are bytes need any case.
pub(super) fn qualifier(draw: &mut Draw, any_case: bool, number: usize) -> Option<Named> {
    match draw.among(&f::QUALIFIER, |name| name != "bytes" || any_case) {
        "by its field" => None,
        "own" => Some(Named::Own(format!("Q{number}"))),
        "rename" => Some(Named::Rename(format!("Q{number}"))),
        // The first byte is no text, and the last two are no escape.
        _ => Some(Named::Bytes(format!("\\x80\\x{number:02x}\\0\\\\x"))),
    }
}

/// A value of the feature `CODEC`.
fn codec_of(name: &str) -> Codec {
    match name {
        "text" => Codec::Text,
        "java_text" => Codec::JavaText,
        "json" => Codec::Json,
        "with" => Codec::With,
        "part" => Codec::Part(false),
        "part(desc)" => Codec::Part(true),
        _ => Codec::Native,
    }
}

fn column_type(draw: &mut Draw, absence: &str) -> Option<&'static Type> {
    let named = |rust| TYPES.iter().find(|of| of.rust == rust);
    match absence {
        "alias of Option" => named(*draw.pick(&["String", "u32"])),
        "newtype of Option" => named("String"),
        _ => {
            let class = draw.any(&f::COLUMN_TYPE);
            let types: Vec<_> = TYPES
                .iter()
                .filter(|of| of.class == class && of.is_cell())
                .collect();
            Some(*draw.pick(&types))
        }
    }
}

fn is_codec(of: &Type, absence: &str, codec: &str) -> bool {
    let is_own = absence == "newtype of Option";
    match codec {
        "native" => of.kind != Kind::Json,
        "text" => {
            !is_own
                && matches!(
                    of.kind,
                    Kind::Int { .. }
                        | Kind::F32
                        | Kind::F64
                        | Kind::Bool
                        | Kind::Text
                        | Kind::Time
                        | Kind::OfDay
                        | Kind::Array(16)
                        | Kind::Numbers(_)
                )
        }
        "java_text" => {
            let is_number = matches!(of.kind, Kind::Int { .. } | Kind::F32 | Kind::F64);
            !is_own && (is_number || of.kind == Kind::Bool)
        }
        "json" => {
            let plain = matches!(
                of.class,
                "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" | "bool" | "json"
            );
            !is_own && (plain || matches!(of.rust, "String" | "Vec<u8>"))
        }
        "with" => of.rust == "u32" && absence != "alias of Option",
        _ => {
            let is_integer = matches!(
                of.class,
                "u8" | "u16" | "u32" | "u64" | "u128" | "i8" | "i16" | "i32" | "i64" | "i128"
            );
            !is_own && (is_integer || (of.rust == "String" && codec == "part"))
        }
    }
}

fn has_default(of: &Type, absence: Absence, default: &str) -> bool {
    let is_plain = matches!(absence, Absence::Never | Absence::Option);
    let has_trait = absence == Absence::Option
        || matches!(
            of.class,
            "u8" | "u16"
                | "u32"
                | "u64"
                | "u128"
                | "i8"
                | "i16"
                | "i32"
                | "i64"
                | "i128"
                | "bool"
                | "f32"
                | "f64"
                | "json"
        )
        || matches!(of.rust, "String" | "Vec<u8>");
    match default {
        "none" => true,
        "trait" => is_plain && has_trait,
        _ => is_plain && !of.kind.is_enum(),
    }
}

/// A field of the feature `EXTRA`.
pub(super) fn extra(draw: &mut Draw, rules: Rules, name: &str) -> FieldRole {
    match name {
        "counter" => FieldRole::Counter,
        "group" => FieldRole::Group(group(draw, rules, false, None)),
        "group with prefix" => FieldRole::Group(group(draw, rules, false, Some("TO_"))),
        "optional group" => FieldRole::Group(group(draw, rules, true, Some("OF_"))),
        "group with prefix of bytes" => FieldRole::Group(group(draw, rules, false, Some("\x01_"))),
        "map" => FieldRole::Dynamic(dynamic(draw, rules, true, None)),
        "map with prefix and limit" => FieldRole::Dynamic(dynamic(draw, rules, true, Some("M_"))),
        "dynamic" => FieldRole::Dynamic(dynamic(draw, rules, false, None)),
        "map of counters" => FieldRole::Dynamic(counters(draw, rules, true, None)),
        "dynamic counters" => FieldRole::Dynamic(counters(draw, rules, false, Some("C_"))),
        _ => FieldRole::Skip,
    }
}

fn group(draw: &mut Draw, rules: Rules, optional: bool, prefix: Option<&'static str>) -> Group {
    let options = draw.among(&f::GROUP, |name| name == "default" || rules.any_case);
    let rules = Rules {
        any_case: options != "default",
        ..rules
    };
    let options = (options != "default").then_some("naming = hbase, rename_all = \"camelCase\"");
    // Every put of the group writes this column, and its cell is never empty. So it shows whether the group exists.
    let mut columns = vec![("in_it".to_owned(), presence())];
    for number in 0..draw.rng.usize(..3) {
        // The number makes the column's name unique within the table.
        let base = 50 + 10 * draw.rng.usize(..4) + number;
        columns.push((format!("sub_{number}"), column(draw, rules, base)));
    }
    Group {
        optional,
        prefix,
        options,
        columns,
    }
}

fn counters(draw: &mut Draw, rules: Rules, is_map: bool, prefix: Option<&'static str>) -> Dynamic {
    let kind = Kind::Int {
        bits: 64,
        signed: true,
    };
    Dynamic {
        is_counter: true,
        value: ("i64", kind),
        ..dynamic(draw, rules, is_map, prefix)
    }
}

fn presence() -> Column {
    Column {
        of: &TYPES[0],
        absence: Absence::Never,
        codec: Codec::Native,
        default: DefaultValue::None,
        qualifier: None,
    }
}

/// The unit of `since`. In both units, all names of `u32` are within the shortest period.
fn since(draw: &mut Draw, rules: Rules) -> Option<(&'static str, i64)> {
    match draw.among(&f::SINCE, |name| name == "none" || rules.has_periods) {
        "1ms" => Some(("1ms", 1)),
        "50ms" => Some(("50ms", 50)),
        _ => None,
    }
}

fn dynamic(draw: &mut Draw, rules: Rules, is_map: bool, prefix: Option<&'static str>) -> Dynamic {
    let since = since(draw, rules);
    let name = match draw.among(&f::NAME_TYPE, |name| name == "u32" || since.is_none()) {
        "u32" => (
            "u32",
            Kind::Int {
                bits: 32,
                signed: false,
            },
        ),
        "i16" => (
            "i16",
            Kind::Int {
                bits: 16,
                signed: true,
            },
        ),
        "time" => ("Timestamp", Kind::Time),
        "qualifier" => ("Entry", Kind::Words(LETTERS)),
        _ => ("String", Kind::Text),
    };
    let values = [
        ("String", Kind::Text),
        (
            "u32",
            Kind::Int {
                bits: 32,
                signed: false,
            },
        ),
        ("f64", Kind::F64),
    ];
    Dynamic {
        is_map,
        is_counter: false,
        prefix,
        limit: prefix.map(|_| 5),
        since,
        name,
        value: *draw.pick(&values),
    }
}

/// The type of the timestamp of the row's cells.
pub(super) fn stamp(name: &str) -> Option<Stamp> {
    Some(match name {
        "time" => Stamp::Time,
        "number" => Stamp::Number,
        "optional" => Stamp::Optional,
        "hour" => Stamp::Period("hour", None),
        "day" => Stamp::Period("day", None),
        "month" => Stamp::Period("month", None),
        "day, keep" => Stamp::Period("day", Some("3d")),
        _ => return None,
    })
}
