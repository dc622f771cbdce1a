//! Finds the source column of a field, a part or a policy's column.

use std::borrow::Cow;

use hbase_model::printable::parse_printable;
use hbase_model::{CellCodec, DescribedColumn, DescribedTable};

use crate::error::listed;

/// The index of a name: the same name, or the only one that differs only in case.
pub(crate) fn find<'n>(names: impl Iterator<Item = &'n str> + Clone, name: &str) -> Option<usize> {
    let exact = names.clone().position(|found| found == name);
    if exact.is_some() {
        return exact;
    }
    let names = names.enumerate();
    let mut near = names.filter(|(_, found)| found.eq_ignore_ascii_case(name));
    match (near.next(), near.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

/// `; did you mean …?`, or the list of known names.
pub(crate) fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    let near = |known: &&str| {
        strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase())
    };
    let best = known.clone().max_by(|a, b| near(a).total_cmp(&near(b)));
    match best {
        Some(best) if near(&best) > 0.5 => format!("; did you mean `{best}`?"),
        Some(_) => {
            let all: Vec<String> = known.map(|name| format!("`{name}`")).collect();
            format!("; there are {}", listed(&all, ", "))
        }
        None => String::new(),
    }
}

/// The name of a struct's column in files: its qualifier, or its field's name if the qualifier is not text, or if another
/// column or key part has the same. If the field's name is that of another, too, the name is `FAMILY:QUALIFIER`.
pub(crate) fn column_name<'t>(
    table: &'t DescribedTable,
    column: &'t DescribedColumn,
) -> Cow<'t, str> {
    if let Some(name) = own_qualifier(table, column) {
        Cow::Borrowed(name)
    } else if is_known_by_field(table, column) {
        Cow::Borrowed(&column.field)
    } else {
        Cow::Owned(format!("{}:{}", column.family, column.qualifier))
    }
}

/// The qualifier, if it is text, and no other column or key part has the same name.
fn own_qualifier<'t>(table: &DescribedTable, column: &'t DescribedColumn) -> Option<&'t str> {
    let name = column.qualifier.as_text()?;
    let columns = table.columns.iter();
    let is_same = |other: &&DescribedColumn| {
        other
            .qualifier
            .as_bytes()
            .eq_ignore_ascii_case(name.as_bytes())
    };
    let is_own = columns.filter(is_same).count() == 1 && !is_part(table, name);
    is_own.then_some(name)
}

/// Whether no other column or key part has the name of the column's field.
pub(crate) fn is_known_by_field(table: &DescribedTable, column: &DescribedColumn) -> bool {
    let is_other = |other: &&DescribedColumn| {
        (&other.family, &other.qualifier) != (&column.family, &column.qualifier)
    };
    let mut others = table.columns.iter().filter(is_other);
    let is_same = |other: &DescribedColumn| {
        let name = own_qualifier(table, other).unwrap_or(&other.field);
        name.eq_ignore_ascii_case(&column.field)
    };
    !others.any(is_same) && !is_part(table, &column.field)
}

fn is_part(table: &DescribedTable, name: &str) -> bool {
    let mut parts = table.key.parts.iter();
    parts.any(|part| part.name.eq_ignore_ascii_case(name))
}

/// Whether `cell` is a column's family and qualifier, such as `D1:AT` or `0:\x80\x0B`.
pub(crate) fn is_cell(column: &DescribedColumn, cell: &str) -> bool {
    cell.split_once(':').is_some_and(|(family, qualifier)| {
        family == column.family && parse_printable(qualifier) == column.qualifier.as_bytes()
    })
}

/// The reason why a column's values are not known, and a remedy.
pub(crate) fn why_unknown(table: &DescribedTable, column: &DescribedColumn) -> String {
    let (family, qualifier) = (&column.family, &column.qualifier);
    if let CellCodec::With(_) | CellCodec::WithName(_) = column.codec {
        return format!(
            "column {family}:{qualifier} has a codec of its own, {}, which only the program has: take a struct without this \
             column",
            column.cell()
        );
    }
    let (of, row) = (&column.type_name, &table.row);
    format!(
        "the cells of column {family}:{qualifier} are unknown: nothing here says what `{of}` is; take the description that \
         the program writes, `{row}::SCHEMA.to_json()`, in place of sources or an older description; for an impl of \
         `EncodeCell` by hand, declare `FACTS` in it"
    )
}
