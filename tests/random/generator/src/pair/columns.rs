//! Changes of columns.

use fastrand::Rng;

use super::edit::{Edit, edit};
use super::keys::{named, other_spelling, wider_type};
use crate::spec::{Absence, Codec, Column, DefaultValue, Field, FieldRole, Named, Table};
use crate::types::{Kind, Type};

pub(super) const EDITS: &[Edit] = &[
    edit("a column becomes wider", "CELL", wider),
    edit("a column becomes a float", "CELL", float),
    edit("a column has another codec", "CELL", codec),
    edit("a text column becomes a number", "CELL", number),
    edit("`None` is no longer stored", "CELL", not_stored),
    edit("an `Option` becomes required", "READ", required),
    edit("a required column is added", "READ", required_added),
    edit("a required column is renamed", "READ", required_renamed),
    edit("an `Option` is renamed", "READ", option_renamed),
    edit("a column moves to another family", "READ", moved),
    edit("a text becomes an enum", "READ", coded),
    edit("a required column becomes an `Option`", "ROLL", optional),
    edit("a required column is removed", "ROLL", required_removed),
    edit("`None` is stored", "ROLL", stored),
    edit("`#[version]` is removed", "ROLL", version_removed),
    edit("an `Option` is added", "FREE", option_added),
    edit("an `Option` is removed", "FREE", option_removed),
    edit(
        "a required column gets a default",
        "FREE",
        required_with_default,
    ),
    edit("an `Option` gets a default", "FREE", option_with_default),
    edit("a field has another name", "", field_renamed),
    edit("the type of a column is spelled otherwise", "", respelled),
];

/// One of the columns that `is_chosen` accepts, by its index among the fields. It has no default.
fn one(table: &Table, rng: &mut Rng, is_chosen: impl Fn(&Column) -> bool) -> Option<usize> {
    let columns = table.fields.iter().enumerate();
    let chosen = columns.filter(|(_, field)| {
        matches!(&field.role, FieldRole::Column(column)
            if column.default == DefaultValue::None && is_chosen(column))
    });
    rng.choice(chosen.map(|(at, _)| at).collect::<Vec<_>>())
}

fn column(table: &mut Table, at: usize) -> Option<&mut Column> {
    match &mut table.fields[at].role {
        FieldRole::Column(column) => Some(column),
        _ => None,
    }
}

/// Changes one of the columns that `is_chosen` accepts.
fn change(
    table: &mut Table,
    rng: &mut Rng,
    is_chosen: impl Fn(&Column) -> bool,
    change: impl FnOnce(&mut Column) -> Option<()>,
) -> Option<()> {
    let at = one(table, rng, is_chosen)?;
    change(column(table, at)?)
}

fn is_native(column: &Column) -> bool {
    column.codec == Codec::Native
}

fn is_required(column: &Column) -> bool {
    column.absence == Absence::Never && column.of.kind != Kind::Json
}

fn is_option(column: &Column) -> bool {
    column.absence == Absence::Option && column.of.kind != Kind::Json
}

fn retype(column: &mut Column, of: Option<&'static Type>) -> Option<()> {
    column.of = of?;
    Some(())
}

fn wider(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_chosen = |column: &Column| {
        is_native(column) && is_required(column) && wider_type(column.of).is_some()
    };
    change(table, rng, is_chosen, |column| {
        retype(column, wider_type(column.of))
    })
}

fn float(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_chosen = |column: &Column| {
        let is_wide = matches!(column.of.rust, "u32" | "i32" | "u64" | "i64");
        is_native(column) && is_required(column) && is_wide
    };
    change(table, rng, is_chosen, |column| {
        let is_32 = matches!(column.of.rust, "u32" | "i32");
        retype(column, named(if is_32 { "f32" } else { "f64" }))
    })
}

fn codec(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_chosen = |column: &Column| {
        let is_integer = matches!(
            column.of.rust,
            "u16" | "u32" | "u64" | "i16" | "i32" | "i64"
        );
        is_native(column) && is_required(column) && is_integer
    };
    change(table, rng, is_chosen, |column| {
        column.codec = Codec::Text;
        Some(())
    })
}

fn number(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_text, |column| retype(column, named("u64")))
}

fn is_text(column: &Column) -> bool {
    let is_plain = matches!(column.absence, Absence::Never | Absence::Option);
    is_native(column) && is_plain && column.of.kind == Kind::Text
}

fn not_stored(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_chosen = |column: &Column| column.absence == Absence::Stored && is_wide(column);
    change(table, rng, is_chosen, |column| {
        column.absence = Absence::Option;
        Some(())
    })
}

/// Whether no value has an empty cell.
fn is_wide(column: &Column) -> bool {
    is_native(column) && matches!(column.of.kind, Kind::Int { .. } | Kind::Bool | Kind::Time)
}

fn required(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_option, |column| {
        column.absence = Absence::Never;
        Some(())
    })
}

/// A field after the others, in the family of the first column.
fn push(table: &mut Table, absence: Absence) -> Option<()> {
    let is_column = |field: &&Field| matches!(field.role, FieldRole::Column(_));
    let family = table.fields.iter().find(is_column)?.family;
    table.fields.push(Field {
        name: "added".to_owned(),
        family,
        role: FieldRole::Column(Column {
            of: named("u32")?,
            absence,
            codec: Codec::Native,
            default: DefaultValue::None,
            qualifier: None,
        }),
    });
    Some(())
}

fn required_added(table: &mut Table, _: &mut Rng) -> Option<()> {
    push(table, Absence::Never)
}

fn option_added(table: &mut Table, _: &mut Rng) -> Option<()> {
    push(table, Absence::Option)
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "other changes are not always possible"
)]
fn rename(column: &mut Column) -> Option<()> {
    column.qualifier = Some(Named::Own("RENAMED".to_owned()));
    Some(())
}

fn required_renamed(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_required, rename)
}

fn option_renamed(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_option, rename)
}

fn moved(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = one(table, rng, is_required)?;
    let family = table.fields[at].family;
    let is_alone = has_one_field(table, family);
    let other = (0..table.families.len()).find(|other| *other != family)?;
    table.fields[at].family = other;
    (!is_alone).then_some(())
}

/// Whether a family has one field only, without which it would be an error.
fn has_one_field(table: &Table, family: usize) -> bool {
    let stored = |field: &&Field| !matches!(field.role, FieldRole::Skip);
    let fields = table.fields.iter().filter(stored);
    fields.filter(|field| field.family == family).count() < 2
}

fn coded(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_text, |column| {
        retype(column, named("Letters"))
    })
}

fn optional(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_required, |column| {
        column.absence = Absence::Option;
        Some(())
    })
}

/// Another column that shows a row remains.
fn remove(table: &mut Table, rng: &mut Rng, of: fn(&Column) -> bool) -> Option<()> {
    let at = one(table, rng, of)?;
    let is_alone = has_one_field(table, table.fields[at].family);
    table.fields.remove(at);
    let remains = one(table, rng, is_required).is_some();
    (!is_alone && remains).then_some(())
}

fn required_removed(table: &mut Table, rng: &mut Rng) -> Option<()> {
    remove(table, rng, is_required)
}

fn option_removed(table: &mut Table, rng: &mut Rng) -> Option<()> {
    remove(table, rng, is_option)
}

fn stored(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_chosen = |column: &Column| is_option(column) && is_wide(column);
    change(table, rng, is_chosen, |column| {
        column.absence = Absence::Stored;
        Some(())
    })
}

/// The column and the value of a missing cell stay.
fn version_removed(table: &mut Table, _: &mut Rng) -> Option<()> {
    let (at, _) = table.version()?;
    column(table, at)?.default = DefaultValue::Trait;
    Some(())
}

fn with_default(column: &mut Column) -> Option<()> {
    column.default = DefaultValue::Function;
    (!column.of.kind.is_enum()).then_some(())
}

fn required_with_default(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_required, with_default)
}

fn option_with_default(table: &mut Table, rng: &mut Rng) -> Option<()> {
    change(table, rng, is_option, with_default)
}

/// The field keeps its column.
fn field_renamed(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_named = |column: &Column| column.qualifier.is_some();
    let at = one(table, rng, is_named)?;
    table.fields[at].name.push_str("_again");
    Some(())
}

fn respelled(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let is_chosen = |column: &Column| {
        let is_plain = matches!(column.absence, Absence::Never | Absence::Option);
        is_plain && is_native(column) && other_spelling(column.of).is_some_and(Type::is_cell)
    };
    change(table, rng, is_chosen, |column| {
        retype(column, other_spelling(column.of))
    })
}
