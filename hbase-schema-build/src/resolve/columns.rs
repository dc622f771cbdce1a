//! The columns of a table, including those of flattened groups.

use std::collections::BTreeMap;
use std::path::Path;

use hbase_model::DescribedColumn;
use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, Table};
use hbase_schema_syntax::source::{Meaning, SourceType, TypeItem};
use hbase_schema_syntax::{parse_columns, text};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Type};

use super::types::{Params, Role, TypeScope, Types, UnresolvedType, params, type_arguments};
use super::{Context, cell, use_json};
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
    prefix: &'g str,
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
                self.flatten(column, prefix, described, diagnostics);
            }
            // Described beside the columns with a name.
            ColumnKind::Dynamic(_) => {}
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
            store_none: cell.store_none.is_some(),
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
        let field_type = self.types.resolve(ty, self.at, role);
        let field_type = field_type.map_err(|error| self.unresolved(column, error))?;
        cell::format(codec, &field_type).ok_or_else(|| {
            let codec = if role == Role::TextCell {
                "`text`"
            } else {
                "Java's `Bytes`"
            };
            let ty_text = text::of_type(ty);
            let message = format!(
                "`{ty_text}` cannot be written as a cell as {codec}: set `json` or `with = module` in \
                 `#[column]`"
            );
            vec![self.diagnostic(ty, message)]
        })
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
        prefix: &str,
        described: &mut Vec<DescribedColumn>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let (ty, optional) = inner_of_option(&column.field.ty);
        let Some((own, input)) = self.group_of(ty) else {
            return diagnostics.push(self.unknown_group(column, ty));
        };
        let group = match parse_columns(input) {
            Ok(group) => group,
            Err(errors) => {
                let errors = errors.iter();
                let spanned = errors.map(|e| Diagnostic::at(&own.file, e.span(), e));
                return diagnostics.extend(spanned);
            }
        };
        let params = self.params(ty, input);
        let inner = Group {
            types: self.types,
            file: &own.file,
            at: TypeScope::of(own, &params),
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

    fn unknown_group(&self, column: &Column<'_>, ty: &Type) -> Diagnostic {
        let message = format!(
            "the columns of the group `{}` are unknown: `{}` is not a struct of these sources that \
             derives `Columns`: {}",
            column.ident.unraw(),
            text::of_type(ty),
            use_json(&self.row)
        );
        self.diagnostic(ty, message)
    }

    fn group_of(&self, ty: &Type) -> Option<(&SourceType, &DeriveInput)> {
        let Type::Path(path) = ty else { return None };
        let sources = self.types.sources;
        let Meaning::Own(own) = sources.meaning(self.at.scope, &path.path) else {
            return None;
        };
        match &own.item {
            TypeItem::Defined(input) if sources.derives(own.scope, input, "Columns") => {
                Some((own, input))
            }
            _ => None,
        }
    }

    /// The arguments of the group's type parameters.
    fn params(&self, ty: &Type, input: &DeriveInput) -> Params {
        let types = arguments_of(ty);
        let types = types.map(|ty| self.types.resolve(ty, self.at, Role::Cell));
        params(&input.generics, types.collect())
    }

    fn diagnostic(&self, at: &impl Spanned, message: String) -> Diagnostic {
        Diagnostic::at(self.file, at.span(), message)
    }
}

/// `Address` of `Option<Address>`, and whether it is one.
fn inner_of_option(ty: &Type) -> (&Type, bool) {
    let inner = text::is_option(ty).then(|| arguments_of(ty).next());
    inner.flatten().map_or((ty, false), |inner| (inner, true))
}

/// The type arguments of a path.
fn arguments_of(ty: &Type) -> impl Iterator<Item = &Type> {
    let last = match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.into_iter()
        .flat_map(|last| type_arguments(&last.arguments))
}
