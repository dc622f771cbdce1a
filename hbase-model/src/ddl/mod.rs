//! The statements of `HBase`'s shell for a table.

mod alter;
mod attributes;
mod indexed;
mod quote;

use std::fmt;

pub use alter::{alter, create_namespace, create_namespace_if_missing, split};
pub use indexed::{create_if_missing, with_indexes};

use crate::descriptor::TableDescriptor;
use crate::printable::Printable;
use crate::splits::{SplitError, Splits};

/// Maximum split points within the statement; more are written to a file.
pub const MAX_SPLITS_IN_LINE: usize = 100;

/// The statements that create a table, one per line. Displayed, they are a script for the shell. It also runs
/// with `--noninteractive`, which stops at the first error.
///
/// ```
/// use hbase_model::ddl::Ddl;
/// use hbase_model::{FamilyDescriptor, Splits, TableDescriptor, TableName};
/// let mut table = TableDescriptor::new(TableName::parse("DLQX:CALL_RECORD")?);
/// table.families = vec![FamilyDescriptor::new("D1")].into();
/// table.splits = Splits::NumberPipe { regions: 3, width: 1 };
/// let ddl = Ddl::of(&table)?;
/// assert_eq!(
///     ddl.to_string(),
///     "begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end\n\
///      create 'DLQX:CALL_RECORD', {NAME => 'D1'}, {SPLITS => ['0|', '1|']}"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ddl {
    /// Creates the namespace unless it exists; `None` for a table in `default`.
    pub create_namespace: Option<String>,
    /// Creates the table.
    pub create: String,
    /// The file that `create` names, if there are more than [`MAX_SPLITS_IN_LINE`] split points.
    pub splits_file: Option<SplitsFile>,
}

/// A file of split points, for the shell's `SPLITS_FILE`: it must be in the directory in which the shell is
/// started.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitsFile {
    /// Its name.
    pub name: String,
    /// Its content: one key per line.
    pub content: String,
}

impl Ddl {
    /// The statements for a table, with its declared attributes only.
    pub fn of(table: &TableDescriptor) -> Result<Self, SplitError> {
        let mut arguments = vec![quote::text(&table.name.to_string())];
        arguments.extend(table.families.iter().map(attributes::family));
        arguments.extend(attributes::table(table));
        let mut splits_file = None;
        match &table.splits {
            Splits::None => {}
            Splits::HexString { regions } => arguments.push(algorithm(*regions, "HexStringSplit")),
            Splits::Uniform { regions } => arguments.push(algorithm(*regions, "UniformSplit")),
            Splits::DecimalString { regions } => {
                arguments.push(algorithm(*regions, "DecimalStringSplit"));
            }
            splits => {
                let keys = splits.keys()?;
                splits_file = SplitsFile::of(table, &keys);
                arguments.push(match &splits_file {
                    Some(file) => format!("{{SPLITS_FILE => {}}}", quote::text(&file.name)),
                    None => in_line(&keys),
                });
            }
        }
        let namespace = (!table.name.is_default_namespace()).then(|| table.name.namespace());
        Ok(Self {
            create_namespace: namespace.map(create_namespace_if_missing),
            create: format!("create {}", arguments.join(", ")),
            splits_file,
        })
    }
}

impl Ddl {
    /// The statements, in execution order.
    pub fn statements(&self) -> Vec<String> {
        let namespace = self.create_namespace.iter();
        namespace.chain([&self.create]).cloned().collect()
    }
}

impl SplitsFile {
    fn of(table: &TableDescriptor, keys: &[Vec<u8>]) -> Option<Self> {
        if keys.len() <= MAX_SPLITS_IN_LINE {
            return None;
        }
        let lines = keys.iter().map(|key| format!("{}\n", line(key)));
        Some(Self {
            name: format!("{}.splits", table.name.to_string().replace(':', ".")),
            content: lines.collect(),
        })
    }
}

/// A key as a line of a file; blanks at its ends are escaped, since the shell trims lines.
fn line(key: &[u8]) -> String {
    let text = Printable(key).to_string();
    let inner = text.trim_matches(' ');
    let ahead = text.len() - text.trim_start_matches(' ').len();
    let behind = text.len() - ahead - inner.len();
    [&r"\x20".repeat(ahead), inner, &r"\x20".repeat(behind)].concat()
}

/// `RegionSplitter` computes the same keys on the server, checks included.
fn algorithm(regions: u32, name: &str) -> String {
    format!("{{NUMREGIONS => {regions}, SPLITALGO => '{name}'}}")
}

fn in_line(keys: &[Vec<u8>]) -> String {
    let keys: Vec<_> = keys.iter().map(|key| quote::key(key)).collect();
    format!("{{SPLITS => [{}]}}", keys.join(", "))
}

impl fmt::Display for Ddl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(namespace) = &self.create_namespace {
            writeln!(f, "{namespace}")?;
        }
        f.write_str(&self.create)
    }
}
