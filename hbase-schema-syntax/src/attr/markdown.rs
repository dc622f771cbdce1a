//! The reference of all options, generated from their declarations: a section for each attribute, with its options and an
//! example.

use hbase_model::descriptor::AttributeKind;

use crate::read::OptionSpec;

mod sections;

use sections::{Position, SECTIONS, Section};

/// The reference of all attributes and options, in Markdown.
///
/// ```
/// let reference = hbase_schema_syntax::options_markdown();
/// assert!(reference.contains("\n## `#[family]`\n"));
/// assert!(reference.contains("| `block_size = 65536` |"));
/// ```
pub fn options_markdown() -> String {
    let links = SECTIONS.iter().map(|section| {
        let name = section.name;
        format!("[`{name}`](#{name})")
    });
    let links = links.collect::<Vec<_>>().join(", ");
    let sections: String = SECTIONS.iter().map(Section::markdown).collect();
    format!("Attributes: {links}.\n{sections}")
}

const HEAD: &str = "| option | meaning |\n|---|---|\n";

impl Section {
    fn markdown(&self) -> String {
        let positions: String = self.positions.iter().map(Position::markdown).collect();
        let (name, example) = (self.name, self.example);
        format!("\n## `#[{name}]`\n{positions}\n```rust\n{example}```\n")
    }
}

impl Position {
    /// The attribute's meaning there, and its options; those of another attribute are not repeated.
    fn markdown(&self) -> String {
        let options: String = self
            .options
            .iter()
            .flat_map(|set| set.iter())
            .map(|option| rows(&option))
            .collect();
        let (at, example, doc) = (self.at, self.example, self.doc);
        let table = if options.is_empty() {
            String::new()
        } else {
            format!("\n{HEAD}{options}")
        };
        format!("\n{at}, `{example}`: {doc}\n{table}")
    }
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
    let described = described.map(|value| row(&value.written, value.doc));
    row(written, &doc) + &described.collect::<String>()
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

fn row(option: &str, doc: &str) -> String {
    let escaped = |text: &str| text.trim().replace('|', "\\|").replace("  ", " ");
    let (option, doc) = (option.replace('|', "\\|"), escaped(doc));
    format!("| `{option}` | {doc} |\n")
}
