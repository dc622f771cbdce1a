//! The reference of all options, generated from their declarations.

use hbase_model::descriptor::AttributeKind;

use super::{column, family, key, naming, part, table};
use crate::read::{OptionSet, OptionSpec};

/// The reference of all attributes and options, as two tables in Markdown.
///
/// ```
/// let reference = hbase_schema_syntax::options_markdown();
/// assert!(reference.contains("| `block_size = 65536` |"));
/// ```
pub fn options_markdown() -> String {
    let on_struct = [
        attribute(
            table::SET,
            "The table's full name; without `NAMESPACE:` the table is in the namespace `default`.",
        ),
        attribute(key::SET, "The row key as a whole."),
        attribute(
            family::SET,
            "A column family; repeatable, also on a key part. One attribute may declare several \
             families: `#[family(\"D1\", versions = 10; \"D2\", versions = 2)]`. Clippy's \
             `duplicated_attributes` reports options of the same name in two attributes.",
        ),
        attribute(
            naming::SET,
            "The naming options of `#[table]`, for a group of columns.",
        ),
    ];
    let on_field = [
        attribute(part::SET, "A key part, in the order of the fields."),
        attribute(
            column::SET,
            "The qualifier. A field without attributes is a column too, named by `rename_all`.",
        ),
        row(
            family::SET.example,
            "",
            "The column's family; required if several are declared. If neither the struct nor a \
             key part declares one, this attribute does, with the options above.",
        ),
        row("#[timestamp]", "", "The timestamp of the row's cells."),
    ];
    format!(
        "## On the struct\n\n{HEAD}{}\n## On a field\n\n{HEAD}{}",
        on_struct.concat(),
        on_field.concat()
    )
}

const HEAD: &str = "| attribute | option | meaning |\n|---|---|---|\n";

/// The rows of an attribute; options that another attribute has already are not repeated.
fn attribute(set: OptionSet, doc: &str) -> String {
    let is_repeated = set.written == naming::SET.written;
    let options = set.iter().filter(|_| !is_repeated);
    let options: String = options.map(|option| rows(&option)).collect();
    let written = if set.takes_name {
        set.example
    } else {
        set.example.split('(').next().unwrap_or(set.example)
    };
    let written = if written.ends_with(']') {
        written.to_owned()
    } else {
        format!("{written}]")
    };
    row(&written, "", doc) + &options
}

/// The row of an option, and one for each value that is described.
fn rows(option: &OptionSpec) -> String {
    let values = option.values.map_or_else(Vec::new, |values| values());
    let (words, described): (Vec<_>, Vec<_>) =
        values.into_iter().partition(|value| value.doc.is_empty());
    let words = words.into_iter().map(|value| value.written);
    let mut doc = option.doc.trim().to_owned();
    if let Some(spec) = option.attribute {
        doc = format!("`{}`: {doc}. {}", spec.name, takes(spec.kind));
    }
    doc.push_str(&one_of(words));
    let written = if described.is_empty() {
        option.example
    } else {
        option.name()
    };
    let described = described.iter();
    let described = described.map(|value| row("", &value.written, value.doc));
    row("", written, &doc) + &described.collect::<String>()
}

/// The values of an attribute, in words.
fn takes(kind: AttributeKind) -> String {
    match kind {
        AttributeKind::Number { min, max } | AttributeKind::Bytes { min, max } => {
            format!("{min} to {max}.")
        }
        AttributeKind::Seconds { .. } => String::from(
            "A sum of `s`, `m`, `h`, `d` and `w`, such as `\"1d 12h\"`, or `forever` without quotes.",
        ),
        AttributeKind::Bool => String::from("Alone, `= true` or `= false`."),
        AttributeKind::Word { words, .. } => {
            let written = one_of(words.iter().map(|word| word.name.to_ascii_lowercase()));
            let has_true = words.iter().any(|word| word.name == "TRUE");
            written + if has_true { " Alone it is `true`." } else { "" }
        }
        _ => String::new(),
    }
}

/// ` One of …`; empty without words.
fn one_of(words: impl Iterator<Item = String>) -> String {
    let words: Vec<_> = words.map(|word| format!("`{word}`")).collect();
    if words.is_empty() {
        return String::new();
    }
    format!(" One of {}.", words.join(", "))
}

fn row(attribute: &str, option: &str, doc: &str) -> String {
    let code = |text: &str| match text {
        "" => String::new(),
        text => format!(" `{}`", text.replace('|', "\\|")),
    };
    let doc = match doc.trim() {
        "" => String::new(),
        doc => format!(" {}", doc.replace('|', "\\|").replace("  ", " ")),
    };
    format!("|{} |{} |{doc} |\n", code(attribute), code(option))
}
