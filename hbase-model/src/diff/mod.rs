//! Compares a declared table with the live one, and plans the steps to change the live one.
//!
//! Only declared attributes are compared; the others may have any value. Values are compared in their canonical
//! spelling (`FOREVER` is 2147483647, `'10 SECONDS'` is 10, words are case-insensitive), and an attribute that
//! the live table does not set has `HBase`'s default.

mod attributes;
mod difference;
mod evidence;
mod indexed;
mod layout;
mod loss;
mod merge;
mod plan;
mod splits;
mod step;
mod unite;

pub use difference::{Difference, DifferenceKind, Help};
pub use indexed::compare_indexed;
pub use layout::{compare_facts, compare_layouts, compare_record};
pub use merge::{Contradiction, merge};
pub use plan::{Blocked, Plan, PlannedLayout};
pub use step::{Action, Step};

use crate::change::TableChange;
use crate::cow::Text;
use crate::descriptor::{FamilyDescriptor, TableDescriptor};
use crate::index::STAMP_FAMILY;
use crate::layout::KeyLayout;
use crate::lock::{RECORD_PREFIX, TableFacts};
use crate::name::TableName;
use crate::splits::SplitError;

/// A declared table.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// Name, families, splits, attributes.
    pub table: &'a TableDescriptor,
    /// The row key, if known: its salt and the live split points indicate whether the live rows
    /// have another layout.
    pub key: Option<&'a KeyLayout>,
}

impl<'a> Declared<'a> {
    /// A table without its key.
    pub const fn table(table: &'a TableDescriptor) -> Self {
        Self { table, key: None }
    }
}

/// The attributes that the description of a live table covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All attributes: one that is not set has `HBase`'s default.
    Full,
    /// Some attributes: others are unknown. Families and split points are always covered.
    Partial,
}

/// The comparison of one table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TableDiff {
    /// The table.
    pub table: TableName,
    /// The declaration.
    pub declared: TableDescriptor,
    /// The differences: the layout first, then families and attributes in the order of the
    /// declaration, then live families that are not declared.
    pub differences: Vec<Difference>,
    /// Declared attributes that were not compared, since the backend does not report them.
    pub not_checked: Vec<DifferenceKind>,
    /// The name and the facts of the struct, which are recorded in the table when the diff is applied; `None` for a declaration
    /// without a struct.
    #[doc(hidden)]
    pub layout: Option<(String, TableFacts)>,
    /// The attributes of the live table with the layouts of structs.
    #[doc(hidden)]
    pub records: Vec<(Text, Text)>,
}

impl TableDiff {
    /// Whether nothing differs. Unchecked attributes do not count.
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Compares a declared table with the live one; `None` for a missing one. A live family that is not declared is
/// a difference, except the family that the library adds to a table with indexes ([`STAMP_FAMILY`]).
///
/// ```
/// use hbase_model::diff::{Declared, Coverage, compare};
/// use hbase_model::{FamilyDescriptor, TableDescriptor, TableName, Ttl};
/// let mut declared = TableDescriptor::new(TableName::parse("DLQX:CALL_RECORD")?);
/// let mut family = FamilyDescriptor::new("D1");
/// family.ttl = Ttl::from_secs(86_400);
/// declared.families = vec![family].into();
/// let mut live = declared.clone();
/// live.families = vec![FamilyDescriptor::new("D1")].into();
///
/// let diff = compare(Declared::table(&declared), Some(&live), Coverage::Full)?;
/// assert_eq!(
///     diff.differences[0].to_string(),
///     "family D1, TTL: declared 86400, live 2147483647: \
///      run `alter 'DLQX:CALL_RECORD', {NAME => 'D1', TTL => 86400}`, \
///      which loses cells that are older than 86400 s"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Invalid declared splits.
pub fn compare(
    declared: Declared<'_>,
    live: Option<&TableDescriptor>,
    coverage: Coverage,
) -> Result<TableDiff, SplitError> {
    let mut diff = TableDiff {
        table: declared.table.name.clone(),
        declared: declared.table.clone(),
        differences: Vec::new(),
        not_checked: Vec::new(),
        layout: None,
        records: live.map_or_else(Vec::new, records_of),
    };
    match live {
        None => diff.differences.push(missing(declared.table)?),
        Some(live) => {
            splits::compare(declared, live, &mut diff)?;
            families(declared.table, live, coverage, &mut diff)?;
            attributes::table(declared.table, live, coverage, &mut diff)?;
            extra_families(declared.table, live, &mut diff)?;
        }
    }
    Ok(diff)
}

fn records_of(live: &TableDescriptor) -> Vec<(Text, Text)> {
    let mut pairs = live.metadata.to_vec();
    pairs.retain(|(name, _)| name.starts_with(RECORD_PREFIX));
    pairs
}

fn missing(table: &TableDescriptor) -> Result<Difference, SplitError> {
    let action = Action::CreateTable(Box::new(table.clone()));
    let step = Step::new(action, "it is not there".to_owned(), None)?;
    let families = format!("with {} families", table.families.len());
    let families = families.replace("1 families", "1 family");
    Ok(Difference::by(
        DifferenceKind::MissingTable,
        &families,
        "missing",
        step,
    ))
}

fn families(
    declared: &TableDescriptor,
    live: &TableDescriptor,
    coverage: Coverage,
    diff: &mut TableDiff,
) -> Result<(), SplitError> {
    for family in declared.families.iter() {
        if let Some(there) = live.family(family.name.as_bytes()) {
            attributes::family(&declared.name, family, there, coverage, diff)?;
            continue;
        }
        let difference = missing_family(&declared.name, family)?;
        diff.differences.push(difference);
    }
    Ok(())
}

fn missing_family(table: &TableName, family: &FamilyDescriptor) -> Result<Difference, SplitError> {
    let change = TableChange::AddFamily(family.clone());
    let action = Action::Alter(table.clone(), change);
    let step = Step::new(action, format!("family {} is missing", family.name), None)?;
    let kind = DifferenceKind::MissingFamily(family.name.clone());
    Ok(Difference::by(kind, "there", "missing", step))
}

fn extra_families(
    declared: &TableDescriptor,
    live: &TableDescriptor,
    diff: &mut TableDiff,
) -> Result<(), SplitError> {
    for family in live.families.iter() {
        // A struct without the table's indexes does not declare their stamps, which other structs need.
        let is_stamps = family.name == STAMP_FAMILY;
        if is_stamps || declared.family(family.name.as_bytes()).is_some() {
            continue;
        }
        let change = TableChange::DropFamily(family.name.clone());
        let action = Action::Alter(declared.name.clone(), change);
        let why = format!(
            "no struct declares family {}: drop it only if no program uses it",
            family.name
        );
        let loses = format!("all cells of family {}", family.name);
        let step = Step::new(action, why, Some(loses))?;
        let kind = DifferenceKind::ExtraFamily(family.name.clone());
        diff.differences
            .push(Difference::by(kind, "no such family", "there", step));
    }
    Ok(())
}
