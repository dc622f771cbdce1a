//! Advice on families: compression, number, versions.

use hbase_model::FamilyDescriptor;
use hbase_model::index::STAMP_FAMILY;

use super::{Advised, Diagnostic};
use crate::text::listed;

/// From this number of versions on, `HBase` advises against them: all versions of a row are in one region.
const MANY_VERSIONS: u32 = 100;

/// The families that the struct declares, without the stamp family of an indexed table: it comes last, and
/// nobody chose it.
pub(super) fn declared<'a>(advised: &Advised<'a>) -> &'a [FamilyDescriptor] {
    let families = &advised.table.descriptor.families;
    match families.split_last() {
        Some((last, declared)) if last.name == STAMP_FAMILY => declared,
        _ => families,
    }
}

/// Every cell repeats its key and column, and compresses well.
pub(super) fn compression(advised: &Advised<'_>) -> Option<Diagnostic> {
    let families = declared(advised).iter().enumerate();
    let bare: Vec<_> = families.filter(|(_, f)| f.compression.is_none()).collect();
    let (first, _) = bare.first()?;
    let names: Vec<&str> = bare.iter().map(|(_, family)| &*family.name).collect();
    let (noun, verb) = match names.len() {
        1 => ("family", "declares"),
        _ => ("families", "declare"),
    };
    let row = &advised.table.row;
    let message = format!(
        "the {noun} {} of `{row}` {verb} no compression",
        listed(&names)
    );
    let help = "every cell repeats its key and its column: write `compression = snappy` (or `zstd`) \
                in `#[family]`, and `compression = none` where the values do not compress";
    Some(advised.advice(advised.family_span(*first), message, help))
}

/// Families are flushed together.
pub(super) fn one(advised: &Advised<'_>) -> Option<Diagnostic> {
    if advised.syntax.allow.families {
        return None;
    }
    let families = declared(advised);
    let (first, second) = (families.first()?, families.get(1)?);
    let message = format!(
        "`{}` has {} families: one is best",
        advised.table.row,
        families.len()
    );
    let help = format!(
        "families are flushed together: the small ones get many small files because of the large \
         one; leave out this `#[family]` and write `#[family(\"{}\")]` on its columns, unless `{}` is read \
         separately",
        first.name, second.name
    );
    Some(advised.advice(advised.family_span(1), message, &help))
}

/// Rows are distributed over regions; versions of one row are not.
pub(super) fn versions(advised: &Advised<'_>) -> Option<Diagnostic> {
    let mut families = advised.table.descriptor.families.iter().enumerate();
    let many = |versions: Option<u32>| versions.filter(|versions| *versions >= MANY_VERSIONS);
    let (number, versions) = families.find_map(|(at, f)| Some((at, many(f.versions)?)))?;
    let row = &advised.table.row;
    let message = format!("`{row}` keeps {versions} versions of each column: tall tables are best");
    let help = match &advised.table.timestamp {
        Some(field) => format!(
            "a row and its versions are in one region: write `#[rowkey]` instead of `#[timestamp]` on \
             `{field}` after the other key parts, and each version is a row of its own"
        ),
        None => {
            "a row and its versions are in one region: write a field with `#[rowkey(reverse_ts)]` \
                 after the other key parts, and `versions` below 100"
                .to_owned()
        }
    };
    Some(advised.advice(advised.family_span(number), message, &help))
}
