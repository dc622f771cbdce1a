//! Chooses the version of a table's rows.

use crate::draw::Draw;
use crate::features as f;
use crate::spec::{Absence, Column, DefaultValue, Family, Field, FieldRole};
use crate::types::TYPES;

use super::columns;

/// The number in the qualifiers of versions. No other column has it.
const NUMBER: usize = 90;

/// The field that counts the writes of a row. Its family lives as long as the others.
pub(super) fn version(
    draw: &mut Draw,
    families: &[Family],
    is_legal: bool,
    any_case: bool,
) -> Option<Field> {
    let of = super::rarely(draw, &f::ROW_VERSION, 3, !is_legal);
    if of == "none" {
        return None;
    }
    // `Count` is an alias of `u32`.
    let of = if of == "u32" && draw.rng.bool() {
        "Count"
    } else {
        of
    };
    let of = TYPES.iter().find(|known| known.rust == of)?;
    let column = Column {
        of,
        absence: Absence::Never,
        codec: columns::codec(draw, of, "no"),
        default: DefaultValue::Version,
        qualifier: columns::qualifier(draw, any_case, NUMBER),
    };
    let lifetime = |family: &Family| family.ttl_ms.unwrap_or(i64::MAX);
    let longest = families.iter().map(lifetime).max();
    let lasting: Vec<usize> = (0..families.len())
        .filter(|at| Some(lifetime(&families[*at])) == longest)
        .collect();
    Some(Field {
        name: "edition".to_owned(),
        family: *draw.pick(&lasting),
        role: FieldRole::Column(column),
    })
}

/// Inserts the field anywhere after the date of a table by date, which is the first field.
pub(super) fn insert(draw: &mut Draw, fields: &mut Vec<Field>, version: Option<Field>) {
    let Some(version) = version else { return };
    let first = fields.first().map(|field| &field.role);
    let from = usize::from(matches!(first, Some(FieldRole::TableDate(_))));
    let at = draw.rng.usize(from..=fields.len());
    fields.insert(at, version);
}
