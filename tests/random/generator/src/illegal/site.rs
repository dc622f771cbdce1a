//! The places in a struct's source where edits break rules.

use crate::emit::{part_attribute, part_type};
use crate::spec::{Column, FieldRole, Group, Key, Part, Salt, Table};

/// Where a source is edited, and the tables in which the edit breaks only one rule.
#[derive(Debug)]
pub(super) enum Site {
    /// An option of `#[table]`.
    Table(fn(&Table) -> bool),
    /// An option of `#[rowkey]` on the struct.
    Key(fn(&Table) -> bool),
    /// An option of `#[rowkey]` on a field.
    Part(fn(&Table, usize) -> bool),
    /// The type of a key part.
    PartType(fn(&Table, usize) -> bool),
    /// An option of a `#[family]`.
    Family(fn(&Table) -> bool),
    /// An option of a `#[column]`.
    Column(fn(&Table, &Column) -> bool),
    /// An attribute of the struct.
    Attribute(fn(&Table) -> bool),
    /// A field, or several.
    Field(fn(&Table) -> bool),
    /// The text that the addition replaces.
    Replace(fn(&Table) -> Option<String>),
    /// An attribute, or a field, or the whole struct of a group.
    Group(fn(&Table, &Group) -> bool),
}

impl Site {
    pub(super) fn edited(&self, table: &Table, adds: &str) -> Option<String> {
        let source = table.declaration();
        match self {
            Self::Table(when) => when(table).then(|| insert(&source, "#[table(", adds)),
            Self::Attribute(when) => when(table).then(|| with_attribute(&source, adds)),
            Self::Field(when) => when(table).then(|| with_field(&source, adds)),
            Self::Family(when) => when(table).then(|| {
                let family = format!("#[family({:?}", table.families[0].name);
                source.replacen(&family, &format!("{family}, {adds}"), 1)
            }),
            Self::Key(when) => when(table).then(|| with_key_option(&source, &table.key, adds)),
            Self::Part(when) => {
                let at = (0..table.key.parts.len()).find(|at| when(table, *at))?;
                Some(with_part_option(&source, &table.key.parts[at], adds))
            }
            Self::PartType(when) => {
                let at = (0..table.key.parts.len()).find(|at| when(table, *at))?;
                Some(with_part_type(&source, &table.key.parts[at], adds))
            }
            Self::Column(when) => {
                let mut fields = table.fields.iter();
                let field = fields.find(
                    |field| matches!(&field.role, FieldRole::Column(column) if when(table, column)),
                )?;
                Some(with_column_option(&source, &field.name, adds))
            }
            Self::Replace(text) => {
                let text = text(table)?;
                source
                    .contains(&text)
                    .then(|| source.replacen(&text, adds, 1))
            }
            Self::Group(when) => {
                let mut groups = table.fields.iter();
                let group = groups.find_map(|field| match &field.role {
                    FieldRole::Group(group) if when(table, group) => Some((&field.name, group)),
                    _ => None,
                });
                let source = group.map(|(name, group)| crate::emit::group_declaration(name, group));
                source.map(|source| with_edited_group(&source, adds))
            }
        }
    }
}

fn with_edited_group(source: &str, adds: &str) -> String {
    if adds.ends_with(',') {
        with_field(source, adds)
    } else if adds.starts_with('#') {
        with_attribute(source, adds)
    } else {
        format!("#[derive(Columns)]\n{adds}\n")
    }
}

fn with_attribute(source: &str, attribute: &str) -> String {
    source.replacen("pub struct", &format!("{attribute}\npub struct"), 1)
}

fn with_field(source: &str, field: &str) -> String {
    source.replacen("\n}\n", &format!("\n    {field}\n}}\n"), 1)
}

/// Appends an option to the first attribute that starts with `attribute`.
fn insert(source: &str, attribute: &str, option: &str) -> String {
    let from = source.find(attribute).unwrap_or(0);
    let end = from + source[from..].find(")]\n").unwrap_or(0);
    format!("{}, {option}{}", &source[..end], &source[end..])
}

fn with_key_option(source: &str, key: &Key, option: &str) -> String {
    if has_key_attribute(key) {
        return source.replacen("\n#[rowkey(", &format!("\n#[rowkey({option}, "), 1);
    }
    with_attribute(source, &format!("#[rowkey({option})]"))
}

/// Whether the struct has a `#[rowkey]`.
pub(super) fn has_key_attribute(key: &Key) -> bool {
    key.separator.is_some() || key.derives.is_some() || key.names_salt && key.salt != Salt::None
}

fn with_part_option(source: &str, part: &Part, option: &str) -> String {
    let attribute = part_attribute(part);
    let before = format!("{attribute}\n    pub {}:", part.name);
    let with = match attribute.strip_prefix("#[rowkey(") {
        Some(rest) => format!("#[rowkey({option}, {rest}"),
        None => format!("#[rowkey({option})]"),
    };
    source.replacen(&before, &format!("{with}\n    pub {}:", part.name), 1)
}

fn with_part_type(source: &str, part: &Part, of: &str) -> String {
    let field = format!("    pub {}: ", part.name);
    let before = format!("{field}{},", part_type(part));
    source.replacen(&before, &format!("{field}{of},"), 1)
}

fn with_column_option(source: &str, field: &str, option: &str) -> String {
    let name = format!("    pub {field}:");
    let at = source.find(&name).unwrap_or(0);
    let (head, tail) = source.split_at(at);
    match head.trim_end().rsplit_once('\n') {
        Some((_, last)) if last.trim_start().starts_with("#[column(") => {
            let head = head.trim_end().trim_end_matches(")]");
            format!("{head}, {option})]\n{tail}")
        }
        _ => format!("{head}    #[column({option})]\n{tail}"),
    }
}
