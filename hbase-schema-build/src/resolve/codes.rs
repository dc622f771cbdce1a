//! The codes of enums in row keys and indexes: the only values that a field of such a type has.

use hbase_model::{DescribedTable, LayoutError, PartValue, TableName};
use hbase_schema_syntax::ast::Table;
use hbase_schema_syntax::single::{Code, Codes, Single, SingleDerive, parse_single};
use hbase_schema_syntax::source::{SourceTable, Sources};
use syn::Type;
use syn::ext::IdentExt;

use super::params::{Params, TypeScope, type_arguments};
use super::types::{Followed, MAX_DEPTH, Types, is_std};

/// The codes of a table's row key, for each key part whose type is an enum.
///
/// A description in JSON has no codes: its key parts may have any value of their encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyCodes {
    row: String,
    table: TableName,
    /// One for each key part, in order; `None` for a part that is not an enum.
    parts: Vec<Option<PartCodes>>,
    /// One for the first field of each index, in order.
    indexes: Vec<Option<PartCodes>>,
}

/// The codes of one enum.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PartCodes {
    /// Each code with its variant.
    codes: Vec<(String, String)>,
}

impl KeyCodes {
    pub(crate) fn of(sources: &Sources, source: &SourceTable, table: &Table<'_>) -> Self {
        let types = Types {
            sources,
            runtimes: Vec::new(),
        };
        let at = TypeScope {
            scope: source.scope,
            params: &Params::open(&source.input.generics),
        };
        let of_type = |ty: &Type| codes(&types, ty, at, MAX_DEPTH);
        let parts = table.key.parts.iter();
        let parts = parts.map(|part| of_type(&part.field.ty));
        let indexes = table.indexes.iter().map(|index| {
            let (first, _) = index.fields(table).next()?;
            of_type(&first.field().ty)
        });
        Self {
            indexes: indexes.collect(),
            row: source.input.ident.unraw().to_string(),
            table: table.descriptor.name.clone(),
            parts: parts.collect(),
        }
    }

    /// Whether no key part is an enum.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Option::is_none)
    }

    /// The number of codes of the first field of an index, by the index's position; `None` if it is not an enum.
    pub fn of_index(&self, position: usize) -> Option<usize> {
        let codes = self.indexes.get(position)?.as_ref();
        codes.map(|codes| codes.codes.len())
    }

    /// Whether these are the codes of this table's struct.
    pub fn belongs_to(&self, table: &DescribedTable) -> bool {
        self.row == table.row && self.table == table.descriptor.name
    }

    /// Checks the values of a row key, one for each key part in order.
    ///
    /// # Errors
    /// [`LayoutError::UndeclaredCode`] for the first value that is not a code of its part's enum.
    pub fn check(&self, table: &DescribedTable, values: &[PartValue]) -> Result<(), LayoutError> {
        let parts = table.key.parts.iter().zip(&self.parts).zip(values);
        for ((part, codes), value) in parts {
            if let Some(codes) = codes {
                codes.check(&part.name, value)?;
            }
        }
        Ok(())
    }
}

impl PartCodes {
    /// `None` for numbers that are not written in decimal digits.
    fn of(codes: &Codes<'_>) -> Option<Self> {
        let variants = codes.variants.iter();
        let variants = variants.map(|variant| {
            let code = match &codes.code {
                Code::Text(_) => variant.code.clone(),
                Code::Number(_) => variant.code.parse::<i128>().ok()?.to_string(),
            };
            Some((code, variant.ident.to_string()))
        });
        Some(Self {
            codes: variants.collect::<Option<_>>()?,
        })
    }

    fn check(&self, part: &str, value: &PartValue) -> Result<(), LayoutError> {
        let found = value.to_string();
        if self.codes.iter().any(|(code, _)| *code == found) {
            return Ok(());
        }
        let known = self.codes.iter();
        let known: Vec<_> = known
            .map(|(code, name)| format!("{code} ({name})"))
            .collect();
        Err(LayoutError::UndeclaredCode {
            part: part.to_owned(),
            found,
            known: known.join(", "),
        })
    }
}

/// The codes of a key part's type.
fn codes(types: &Types<'_>, ty: &Type, at: TypeScope<'_>, depth: usize) -> Option<PartCodes> {
    let derive = SingleDerive::KeyPart;
    find(types, ty, at, (derive, depth), &|codes| {
        PartCodes::of(codes)
    })
}

/// The codes of a column's type, as its schema lists them; empty for a type that is not an enum.
pub(super) fn of_cell(types: &Types<'_>, ty: &Type, at: TypeScope<'_>) -> String {
    let derive = SingleDerive::CellValue;
    let list = |codes: &Codes<'_>| Some(codes.list());
    find(types, ty, at, (derive, MAX_DEPTH), &list).unwrap_or_default()
}

/// Reads the codes of a type, through aliases and newtypes, in a cell also through an `Option`.
fn find<R>(
    types: &Types<'_>,
    ty: &Type,
    at: TypeScope<'_>,
    (derive, depth): (SingleDerive, usize),
    read: &dyn Fn(&Codes<'_>) -> Option<R>,
) -> Option<R> {
    let depth = depth.checked_sub(1)?;
    let (own, input, written) = match types.follow(ty, at)? {
        Followed::Own(own, input, written) => (own, input, written),
        Followed::Foreign(name, written)
            if derive == SingleDerive::CellValue && is_std(&name, &["Option"]) =>
        {
            let Type::Path(path) = &written.ty else {
                return None;
            };
            let inner = type_arguments(&path.path.segments.last()?.arguments).next()?;
            return find(types, inner, written.at(), (derive, depth), read);
        }
        Followed::Foreign(..) | Followed::Unnamed(_) => return None,
    };
    if !types.sources.derives(own.scope, input, derive.name()) {
        return None;
    }
    match parse_single(input, derive).ok()? {
        Single::Newtype(of) => {
            let params = written.params_of(own, &input.generics);
            let at = TypeScope::of(own, &params);
            find(types, &of.field.ty, at, (derive, depth), read)
        }
        Single::Codes(of) => read(&of),
    }
}
