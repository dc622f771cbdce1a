//! The columns of a table, including those of flattened groups.

use std::collections::BTreeMap;
use std::path::Path;

use hbase_model::{CellFacts, DescribedColumn};
use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, Table};
use hbase_schema_syntax::source::SourceType;
use hbase_schema_syntax::{parse_columns, text};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Type};

use super::cell::NoFacts;
use super::context::{Context, use_json};
use super::params::{Params, TypeScope, type_arguments};
use super::types::{Followed, Types, UnresolvedType, is_std};
use super::{cell, codes};
use crate::read::Diagnostic;

/// The table, or one of its groups of columns.
struct Group<'g> {
    types: &'g Types<'g>,
    file: &'g Path,
    at: TypeScope<'g>,
    row: &'g str,
    /// The group's field and a dot; empty in the table itself.
    field: String,
    family: Option<&'g str>,
    prefix: &'g [u8],
    optional: bool,
}

/// The struct of a flattened group, as a field or an alias names it.
struct FoundGroup<'t> {
    own: &'t SourceType,
    input: &'t DeriveInput,
    params: Params,
    optional: bool,
}

/// The columns; `None` if diagnostics were added.
pub(super) fn of_table(
    context: &Context<'_>,
    table: &Table<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<DescribedColumn>> {
    let before = diagnostics.len();
    let row = context.source.input.ident.unraw().to_string();
    let group = Group {
        types: context.types,
        file: &context.source.file,
        at: context.at,
        row: &row,
        field: String::new(),
        family: None,
        prefix: b"",
        optional: false,
    };
    let mut described = Vec::new();
    for column in &table.columns {
        let from = described.len();
        let first = (diagnostics.len(), column.field.ty.span());
        group.column(column, &mut described, diagnostics);
        if let ColumnKind::Flatten { .. } = column.kind
            && diagnostics.len() == first.0
        {
            let (known, new) = described.split_at(from);
            diagnostics.extend(duplicate(context, column, known, new));
        }
    }
    (diagnostics.len() == before).then_some(described)
}

/// Checks the columns of a group against those before it. Duplicates within the table itself are errors of
/// the derive.
fn duplicate(
    context: &Context<'_>,
    column: &Column<'_>,
    known: &[DescribedColumn],
    new: &[DescribedColumn],
) -> Option<Diagnostic> {
    let taken: BTreeMap<_, _> = known
        .iter()
        .map(|column| ((&column.family, &column.qualifier), &column.field))
        .collect();
    let (found, other) = new
        .iter()
        .find_map(|column| Some((column, taken.get(&(&column.family, &column.qualifier))?)))?;
    let message = format!(
        "the column {}:{} of the flattened group `{}` is already that of `{other}`: give the group \
         another `prefix` in `#[column]`, or rename the column",
        found.family,
        found.qualifier,
        column.ident.unraw()
    );
    Some(context.diagnostic(column.field.ty.span(), message))
}

impl Group<'_> {
    fn column(
        &self,
        column: &Column<'_>,
        described: &mut Vec<DescribedColumn>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match &column.kind {
            ColumnKind::Cell(cell) => match self.cell(column, cell) {
                Ok(cell) => described.push(cell),
                Err(found) => diagnostics.extend(found),
            },
            ColumnKind::Flatten { prefix, .. } => {
                self.flatten(column, prefix.as_bytes(), described, diagnostics);
            }
            // Described separately from the columns with a name.
            ColumnKind::Dynamic(_) => {}
        }
    }

    fn cell(
        &self,
        column: &Column<'_>,
        cell: &CellColumn,
    ) -> Result<DescribedColumn, Vec<Diagnostic>> {
        let ty = &column.field.ty;
        let described = DescribedColumn {
            field: format!("{}{}", self.field, column.ident.unraw()),
            family: self.family.unwrap_or(&column.family).to_owned(),
            qualifier: cell.qualifier.value.with_prefix(self.prefix),
            type_name: text::of_type(ty),
            codec: cell::codec(&cell.codec),
            facts: self.facts(column, cell)?,
            default: cell.default.is_some(),
            counter: cell.counter.is_some(),
            codes: self.codes(ty, &cell.codec),
        };
        if self.optional {
            return Ok(described.of_absent_group());
        }
        Ok(described)
    }

    /// The codes of an enum; another codec does not write them.
    fn codes(&self, ty: &Type, codec: &Codec) -> String {
        match codec {
            Codec::Native | Codec::Text(_) => codes::of_cell(self.types, ty, self.at),
            Codec::Part(_) => codes::of_part(self.types, ty, self.at),
            Codec::JavaText(_) | Codec::Json(_) | Codec::With(_) | Codec::WithName(_) => {
                String::new()
            }
        }
    }

    fn facts(&self, column: &Column<'_>, cell: &CellColumn) -> Result<CellFacts, Vec<Diagnostic>> {
        let ty = &column.field.ty;
        let facts = cell::facts(self.types, &cell.codec, ty, self.at);
        let facts = facts.map_err(|error| match error {
            NoFacts::Unresolved(error) => self.unresolved(column, error),
            NoFacts::Codec(codec) => {
                let ty_text = text::of_type(ty);
                let message = format!(
                    "`{ty_text}` cannot be written as a cell as {codec}: set `json` or `with = module` in \
                     `#[column]`"
                );
                vec![self.diagnostic(ty, message)]
            }
        })?;
        if cell.store_none.is_some() {
            return Ok(facts.store_none());
        }
        Ok(facts)
    }

    fn unresolved(&self, column: &Column<'_>, error: UnresolvedType) -> Vec<Diagnostic> {
        if let UnresolvedType::Invalid(errors) = error {
            return errors.into_iter().map(Diagnostic::from).collect();
        }
        let message = format!(
            "the encoding of the cell `{}` is unknown: {error}: derive `CellValue` for a type of these \
             sources, set `json` or `with = module` in `#[column]`, or {}",
            column.ident,
            use_json(&self.row)
        );
        vec![self.diagnostic(&column.field.ty, message)]
    }

    fn flatten(
        &self,
        column: &Column<'_>,
        prefix: &[u8],
        described: &mut Vec<DescribedColumn>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let ty = &column.field.ty;
        let Some(found) = self.group_of(ty, self.at, false) else {
            return diagnostics.push(self.unknown_group(column));
        };
        let (own, input) = (found.own, found.input);
        let group = match parse_columns(input) {
            Ok(group) => group,
            Err(errors) => {
                let errors = errors.iter();
                let spanned = errors.map(|e| Diagnostic::at(&own.file, e.span(), e));
                return diagnostics.extend(spanned);
            }
        };
        let inner = Group {
            types: self.types,
            file: &own.file,
            at: TypeScope::of(own, &found.params),
            row: self.row,
            field: format!("{}.", column.ident.unraw()),
            family: Some(&column.family),
            prefix,
            optional: found.optional,
        };
        for column in &group.columns {
            inner.column(column, described, diagnostics);
        }
    }

    fn unknown_group(&self, column: &Column<'_>) -> Diagnostic {
        let ty = &column.field.ty;
        let message = format!(
            "the columns of the group `{}` are unknown: `{}` is not a struct of these sources that \
             derives `Columns`, nor an `Option` of one: {}",
            column.ident.unraw(),
            text::of_type(ty),
            use_json(&self.row)
        );
        self.diagnostic(ty, message)
    }

    /// The struct of a group, or of an `Option` of one, through any aliases.
    fn group_of(&self, ty: &Type, at: TypeScope<'_>, optional: bool) -> Option<FoundGroup<'_>> {
        match self.types.follow(ty, at)? {
            Followed::Own(own, input, written) => {
                let is_group = self.types.sources.derives(own.scope, input, "Columns");
                is_group.then(|| FoundGroup {
                    own,
                    input,
                    params: written.params_of(own, &input.generics),
                    optional,
                })
            }
            Followed::Foreign(name, written) if !optional && is_std(&name, &["Option"]) => {
                let inner = type_arguments(written.arguments()).next()?;
                self.group_of(inner, written.at(), true)
            }
            Followed::Foreign(..) | Followed::Unnamed(_) => None,
        }
    }

    fn diagnostic(&self, at: &impl Spanned, message: String) -> Diagnostic {
        Diagnostic::at(self.file, at.span(), message)
    }
}
