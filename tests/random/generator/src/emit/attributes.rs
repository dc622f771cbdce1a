//! The source of a table's attributes.

use crate::spec::{
    Absence, Codec, Column, DefaultValue, Encoding, Family, FieldRole, Items, Key, Named, Part,
    Replacements, Salt, SaltText, Stamp, TimeForm,
};

/// `#[rowkey(…)]` on the struct.
pub(super) fn key_attribute(key: &Key) -> String {
    let mut options = Vec::new();
    if key.names_salt && key.salt != Salt::None {
        options.push(format!("salt = {}", salt(key.salt)));
    }
    options.extend(
        key.separator
            .map(|separator| format!("separator = {separator:?}")),
    );
    options.extend(key.derives.map(|derives| format!("derive({derives})")));
    if options.is_empty() {
        return String::new();
    }
    format!("#[rowkey({})]\n", options.join(", "))
}

fn salt(salt: Salt) -> String {
    match salt {
        Salt::None => String::new(),
        Salt::Buckets(count) => format!("buckets({count})"),
        Salt::Md5Hex {
            digits,
            from: 0,
            upper: false,
            joined,
        } => format!("md5_hex({digits}{})", by(joined)),
        Salt::Md5Hex {
            digits,
            from,
            joined,
            ..
        } => format!("md5_hex({digits}, from = {from}, upper{})", by(joined)),
        Salt::Md5 { bytes, joined } => format!("md5({bytes}{})", by(joined)),
        Salt::JavaBytes { count, abs, joined } => {
            let abs = if abs { ", abs" } else { "" };
            format!("java_bytes({count}{abs}{})", by(joined))
        }
        Salt::Crc32 { count, joined } => format!("crc32({count}{})", by(joined)),
        Salt::Modulo(count) => format!("modulo({count})"),
        Salt::With { values, joined } => {
            format!("with(below_{values}, values = {values}{})", by(joined))
        }
        Salt::Region { count, width } => format!("region_number({count}{})", padded(count, width)),
        Salt::Java { count, width } => format!("java_hash({count}{})", padded(count, width)),
        Salt::Random(count) => format!("random({count})"),
        Salt::RoundRobin(count) => format!("round_robin({count})"),
    }
}

fn by(joined: Option<&str>) -> String {
    joined.map_or(String::new(), |text| format!(", joined = {text:?}"))
}

fn padded(count: u32, width: usize) -> String {
    if width == (count - 1).to_string().len() {
        String::new()
    } else {
        format!(", width = {width}")
    }
}

/// `#[rowkey(…)]` on a field.
pub(crate) fn part_attribute(part: &Part) -> String {
    let mut options = encoding(part.encoding);
    let flags = [
        (part.desc, "desc"),
        (part.reverse, "reverse"),
        (part.truncate, "truncate"),
        (part.unseparated, "unseparated"),
        (part.omit_none, "omit_none"),
    ];
    options.extend(
        flags
            .iter()
            .filter(|(is_set, _)| *is_set)
            .map(|(_, name)| (*name).to_owned()),
    );
    options.extend(part.max.map(|max| format!("max = {max}")));
    options.extend(part.salt.map(|text| match text {
        SaltText::Whole => "salt".to_owned(),
        SaltText::First(count) => format!("salt = first({count})"),
        SaltText::Last(count) => format!("salt = last({count})"),
        SaltText::Format(pattern) => format!("salt = format({pattern:?})"),
    }));
    options.extend(
        part.separator
            .map(|separator| format!("separator = {separator:?}")),
    );
    options.extend(part.direct.then(|| "separator = none".to_owned()));
    options.extend(
        part.terminator
            .map(|terminator| format!("terminator = b{terminator:?}")),
    );
    if options.is_empty() {
        "#[rowkey]".to_owned()
    } else {
        format!("#[rowkey({})]", options.join(", "))
    }
}

fn escape(replacements: Replacements) -> String {
    let pairs = replacements.iter();
    let pairs: Vec<_> = pairs
        .map(|(from, to)| format!("{:?} = {to:?}", from.to_string()))
        .collect();
    format!("escape({})", pairs.join(", "))
}

fn encoding(encoding: Encoding) -> Vec<String> {
    let one = |option: &str| vec![option.to_owned()];
    match encoding {
        Encoding::Native => Vec::new(),
        Encoding::Fixed(width) => vec![format!("fixed = {width}")],
        Encoding::PadLeft(width, pad) => {
            vec![format!("fixed = {width}"), format!("pad_left = {pad:?}")]
        }
        Encoding::PadRight(width, pad) => {
            vec![format!("fixed = {width}"), format!("pad_right = {pad:?}")]
        }
        Encoding::Text => one("text"),
        Encoding::Java => one("java"),
        Encoding::Ordered => one("ordered"),
        Encoding::MsOfDay => one("ms_of_day"),
        Encoding::MinuteOfDay => one("minute_of_day"),
        Encoding::Labels => one("reverse_labels = \".\""),
        Encoding::Length(kind) => vec![format!("length = {kind}")],
        Encoding::List { sorted: false } => one("repeat"),
        Encoding::List { sorted: true } => one("repeat, sorted"),
        Encoding::Escape(replacements) => vec![escape(replacements)],
        Encoding::Own => one("encoding = Hex"),
        Encoding::Time {
            form,
            newest_first,
            offset,
            align,
        } => {
            let mut options = match form {
                TimeForm::Millis => Vec::new(),
                TimeForm::Negated => one("negated_ts"),
                TimeForm::Seconds => one("seconds"),
                TimeForm::SecondDigits => one("seconds, fixed = 10"),
                TimeForm::Fixed(digits) => vec![format!("fixed = {digits}")],
                TimeForm::Format(_) => vec![format!("format = {:?}", form.date().unwrap_or(""))],
            };
            options.extend(newest_first.then(|| "reverse_ts".to_owned()));
            options.extend(align.map(|(written, _)| format!("align = {written:?}")));
            options.extend(offset.map(|(written, _)| format!("offset = {written:?}")));
            options
        }
    }
}

/// `#[family(…)]` on the struct.
pub(crate) fn family(family: &Family) -> String {
    let options: String = family
        .options
        .iter()
        .map(|option| format!(", {option}"))
        .collect();
    format!("#[family({:?}{options})]\n", family.name)
}

/// The attribute of a field that is not a key part. `since` is the part that names of dynamic columns continue, and their
/// unit.
pub(super) fn field(name: &str, role: &FieldRole, since: Option<(&str, &str)>) -> String {
    match role {
        FieldRole::Column(of) => column(name, of),
        FieldRole::Counter => "#[column(counter)]".to_owned(),
        FieldRole::Entries(Items::JsonColumn) => "#[column(dynamic, json)]".to_owned(),
        FieldRole::Entries(_) | FieldRole::RowIndex => "#[column(dynamic)]".to_owned(),
        FieldRole::TableDate(_) => "#[table_date]".to_owned(),
        FieldRole::Skip => "#[column(skip)]".to_owned(),
        FieldRole::Group(group) => match group.prefix {
            Some(prefix) if prefix.starts_with('\u{1}') => {
                let bytes: String = prefix
                    .bytes()
                    .map(|byte| format!("\\x{byte:02x}"))
                    .collect();
                format!("#[column(flatten, prefix = b\"{bytes}\")]")
            }
            Some(prefix) => format!("#[column(flatten, prefix = {prefix:?})]"),
            None => "#[column(flatten)]".to_owned(),
        },
        FieldRole::Dynamic(dynamic) => {
            let prefix = dynamic
                .prefix
                .map(|prefix| format!(", prefix = {prefix:?}"));
            let limit = dynamic
                .limit
                .filter(|_| dynamic.is_map)
                .map(|limit| format!(", limit = {limit}"));
            let counter = if dynamic.is_counter { ", counter" } else { "" };
            let since = since.map(|(part, unit)| format!(", since({part}, unit = {unit:?})"));
            format!(
                "#[column(dynamic{counter}{}{}{})]",
                prefix.unwrap_or_default(),
                limit.unwrap_or_default(),
                since.unwrap_or_default()
            )
        }
        FieldRole::Timestamp(Stamp::Period(unit, keep)) => {
            let keep = keep.map(|keep| format!(", keep = {keep:?}"));
            format!("#[timestamp({unit}{})]", keep.unwrap_or_default())
        }
        FieldRole::Timestamp(_) => "#[timestamp]".to_owned(),
    }
}

/// `#[column(…)]`. The default's function is named `default_{name}`.
pub(super) fn column(name: &str, column: &Column) -> String {
    let mut options = Vec::new();
    match &column.qualifier {
        Some(Named::Own(qualifier)) => options.push(format!("{qualifier:?}")),
        Some(Named::Rename(qualifier)) => options.push(format!("rename = {qualifier:?}")),
        Some(Named::Bytes(escaped)) => options.push(format!("b\"{escaped}\"")),
        None => {}
    }
    match column.codec {
        Codec::Native => {}
        Codec::Text => options.push("text".into()),
        Codec::JavaText => options.push("java_text".into()),
        Codec::Json => options.push("json".into()),
        Codec::With => options.push("with = hexed".into()),
        Codec::Part(false) => options.push("part".into()),
        Codec::Part(true) => options.push("part(desc)".into()),
    }
    if column.absence == Absence::Stored {
        options.push("store_none".into());
    }
    match column.default {
        DefaultValue::None | DefaultValue::Version => {}
        DefaultValue::Trait => options.push("default".into()),
        DefaultValue::Function => options.push(format!("default = default_{name}")),
    }
    if options.is_empty() {
        String::new()
    } else {
        format!("#[column({})]", options.join(", "))
    }
}
