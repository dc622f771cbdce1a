//! Parses a struct into a checked table or group: every stage in order.

use syn::{Data, DeriveInput};

use crate::ast::{ColumnGroup, QualifierType, Table};
use crate::draft::Draft;
use crate::errors::{self, Errors};
use crate::{kinds, lower, rule, shape};

/// Parses and checks a struct with `#[derive(HTable)]`.
///
/// ```
/// let input = syn::parse_quote! {
///     #[table("DLQX:CALL_RECORD")]
///     struct Call {
///         #[rowkey(salt, fixed = 14, reverse_ts)]
///         #[family("D1")]
///         at: Timestamp,
///         duration_s: u32,
///     }
/// };
/// let table = hbase_schema_syntax::parse_table(&input)?;
/// assert_eq!(table.descriptor.name.to_string(), "DLQX:CALL_RECORD");
/// assert_eq!(table.columns[0].family, "D1");
/// # Ok::<(), hbase_schema_syntax::Errors>(())
/// ```
///
/// # Errors
/// All errors of the struct, each at its own token.
pub fn parse_table(input: &DeriveInput) -> Result<Table<'_>, Errors> {
    errors::collect(|sink| {
        let fields = shape::named_fields(input, "HTable", sink)?;
        let draft = Draft::read(input, fields, sink);
        rule::check_table(&draft, sink);
        let table = sink.is_empty().then(|| lower::table(&draft)).flatten()?;
        // Checks the bounds of names and split keys, which no rule of this crate checks.
        let mut descriptor = table.descriptor.clone();
        descriptor.name = rule::example_name(descriptor.name)?;
        if let Err(error) = descriptor.validate() {
            sink.at(table.name_span, error);
            return None;
        }
        for index in &table.indexes {
            descriptor.splits.clone_from(&index.splits.value);
            if let Err(error) = descriptor.validate() {
                sink.at(index.splits.span, error);
            }
        }
        Some(table)
    })
}

/// Parses and checks a struct with `#[derive(Columns)]`: a group of columns that tables flatten.
///
/// # Errors
/// All errors of the struct, each at its own token.
pub fn parse_columns(input: &DeriveInput) -> Result<ColumnGroup<'_>, Errors> {
    errors::collect(|sink| {
        let fields = shape::named_fields(input, "Columns", sink)?;
        let draft = Draft::read(input, fields, sink);
        rule::check_group(&draft, sink);
        sink.is_empty().then(|| lower::group(&draft)).flatten()
    })
}

/// Parses and checks a type with `#[derive(Qualifier)]`: the qualifier of dynamic columns, a struct or an enum of kinds.
///
/// # Errors
/// All errors of the type, each at its own token.
pub fn parse_qualifier(input: &DeriveInput) -> Result<QualifierType<'_>, Errors> {
    errors::collect(|sink| {
        if let Data::Enum(data) = &input.data {
            let kinds = kinds::read(input, data, sink);
            return sink.is_empty().then_some(QualifierType::Kinds(kinds));
        }
        let fields = shape::named_fields(input, "Qualifier", sink)?;
        let (draft, crate_path) = Draft::read_qualifier(input, fields, sink);
        rule::check_qualifier(&draft, sink);
        let crate_path = crate_path.cloned();
        sink.is_empty()
            .then(|| QualifierType::Struct(lower::qualifier(&draft, crate_path).into()))
    })
}
