//! The columns, those of flattened groups included.

use std::collections::BTreeMap;
use std::path::Path;

use hbase_model::DescribedColumn;
use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, Table};
use hbase_schema_syntax::source::{Meaning, SourceType, TypeItem};
use hbase_schema_syntax::{parse_columns, text};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, GenericArgument, PathArguments, Type};

use super::types::{Params, Place, Role, Types, Unknown, params};
use super::{Context, cell};
use crate::read::Diagnostic;

/// Where columns stand: in the table, or in a group of it.
struct Group<'g> {
    types: &'g Types<'g>,
    file: &'g Path,
    place: Place<'g>,
    row: &'g str,
    /// The group's field and a dot; empty in the table itself.
    field: String,
    family: Option<&'g str>,
    prefix: &'g str,
    optional: bool,
}

/// The columns; none where diagnostics were noted.
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
        place: context.place,
        row: &row,
        field: String::new(),
        family: None,
        prefix: "",
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
            diagnostics.extend(clashes(context, column, known, new));
        }
    }
    (diagnostics.len() == before).then_some(described)
}

/// A group's columns against all before; those of the table itself too, wherever they stand, would
/// be the compiler's to refuse.
fn clashes(
    context: &Context<'_>,
    column: &Column<'_>,
    known: &[DescribedColumn],
    new: &[DescribedColumn],
) -> Option<Diagnostic> {
    let taken: BTreeMap<_, _> = known
        .iter()
        .map(|column| ((&column.family, &column.qualifier), &column.field))
        .collect();
    let clash = new
        .iter()
        .find_map(|column| Some((column, taken.get(&(&column.family, &column.qualifier))?)))?;
    let (found, other) = clash;
    let message = format!(
        "the column {}:{} of the flattened group `{}` is that of `{other}` already: give the group \
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
                self.flatten(column, prefix, described, diagnostics);
            }
        }
    }

    fn cell(
        &self,
        column: &Column<'_>,
        cell: &CellColumn,
    ) -> Result<DescribedColumn, Vec<Diagnostic>> {
        let ty = &column.field.ty;
        Ok(DescribedColumn {
            field: format!("{}{}", self.field, column.ident.unraw()),
            family: self.family.unwrap_or(&column.family).to_owned(),
            qualifier: format!("{}{}", self.prefix, cell.qualifier.value),
            type_name: text::of_type(ty),
            codec: cell::codec(&cell.codec),
            format: self.format(column, &cell.codec)?,
            optional: self.optional || text::is_option(ty),
            default: cell.default.is_some(),
            counter: cell.counter.is_some(),
        })
    }

    fn format(
        &self,
        column: &Column<'_>,
        codec: &Codec,
    ) -> Result<hbase_model::CellFormat, Vec<Diagnostic>> {
        let role = match codec {
            Codec::Native => Role::Cell,
            Codec::Text(_) => Role::TextCell,
            Codec::Json(_) => return Ok(hbase_model::CellFormat::Json),
            Codec::With(_) => return Ok(hbase_model::CellFormat::Custom),
        };
        let ty = &column.field.ty;
        let kind = self.types.kind(ty, self.place, role);
        let kind = kind.map_err(|unknown| self.not_known(column, unknown))?;
        cell::format(codec, &kind).ok_or_else(|| {
            let said = if role == Role::TextCell {
                "as `text`"
            } else {
                "as Java's `Bytes`"
            };
            let ty_text = text::of_type(ty);
            let message = format!(
                "`{ty_text}` cannot be written as a cell {said}: say `json` or `with = module` in \
                 `#[column]`"
            );
            vec![self.diagnostic(ty, message)]
        })
    }

    fn not_known(&self, column: &Column<'_>, unknown: Unknown) -> Vec<Diagnostic> {
        if let Unknown::Mistaken(mistakes) = unknown {
            return mistakes.into_iter().map(Diagnostic::from).collect();
        }
        let (name, row) = (column.ident, self.row);
        let message = format!(
            "what the cell of `{name}` holds is not known here: {unknown}: derive `CellValue` for a \
             type of these sources, say `json` or `with = module` in `#[column]`, or use the JSON \
             that a program prints from `{row}::SCHEMA.to_json()`"
        );
        vec![self.diagnostic(&column.field.ty, message)]
    }

    fn flatten(
        &self,
        column: &Column<'_>,
        prefix: &str,
        described: &mut Vec<DescribedColumn>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let (ty, optional) = inner_of_option(&column.field.ty);
        let Some((own, input)) = self.group_of(ty) else {
            let message = format!(
                "which columns the group `{}` has is not known here: `{}` is no struct of these \
                 sources that derives `Columns`: use the JSON that a program prints from \
                 `{}::SCHEMA.to_json()`",
                column.ident.unraw(),
                text::of_type(ty),
                self.row
            );
            diagnostics.push(self.diagnostic(ty, message));
            return;
        };
        let group = match parse_columns(input) {
            Ok(group) => group,
            Err(errors) => {
                diagnostics.extend(
                    errors
                        .iter()
                        .map(|e| Diagnostic::at(&own.file, e.span(), e)),
                );
                return;
            }
        };
        let params = self.params(ty, input);
        let inner = Group {
            types: self.types,
            file: &own.file,
            place: Place {
                scope: own.scope,
                params: &params,
            },
            row: self.row,
            field: format!("{}.", column.ident.unraw()),
            family: Some(&column.family),
            prefix,
            optional,
        };
        for column in &group.columns {
            inner.column(column, described, diagnostics);
        }
    }

    fn group_of(&self, ty: &Type) -> Option<(&SourceType, &DeriveInput)> {
        let Type::Path(path) = ty else { return None };
        let sources = self.types.sources;
        let Meaning::Own(own) = sources.meaning(self.place.scope, &path.path) else {
            return None;
        };
        match &own.item {
            TypeItem::Defined(input) if sources.derives(own.scope, input, "Columns") => {
                Some((own, input))
            }
            _ => None,
        }
    }

    /// What the group's type parameters stand for.
    fn params(&self, ty: &Type, input: &DeriveInput) -> Params {
        let Type::Path(path) = ty else {
            return Params::new();
        };
        let last = path.path.segments.last();
        let Some(PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments)
        else {
            return params(&input.generics, Vec::new());
        };
        let types = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(self.types.kind(ty, self.place, Role::Cell)),
            _ => None,
        });
        params(&input.generics, types.collect())
    }

    fn diagnostic(&self, at: &impl Spanned, message: String) -> Diagnostic {
        Diagnostic::at(self.file, at.span(), message)
    }
}

/// `Address` of `Option<Address>`.
fn inner_of_option(ty: &Type) -> (&Type, bool) {
    if !text::is_option(ty) {
        return (ty, false);
    }
    let Type::Path(path) = ty else {
        return (ty, false);
    };
    let last = path.path.segments.last();
    let Some(PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments) else {
        return (ty, false);
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) => (inner, true),
        _ => (ty, false),
    }
}
