//! The names of a table that an import by a policy creates.

use hbase_model::name::{NameError, NamingRules};
use hbase_schema_import::Plan;

use super::args::{ImportArgs, Naming};
use super::store::Store;
use crate::error::CliError;
use crate::text::counted;

/// Maximum names that a message shows.
const SHOWN: usize = 10;

/// Checks the names of the table that the import creates, by the rules of the derive. An existing table keeps
/// its names.
///
/// # Errors
/// All names that break a rule; the store's errors.
pub(super) async fn check(
    args: &ImportArgs,
    store: &mut Store<'_>,
    plan: &Plan,
) -> Result<(), CliError> {
    if !args.create || args.resume || args.policy.is_none() {
        return Ok(());
    }
    let broken = match args.naming {
        Naming::Strict => plan.name_errors(NamingRules::Strict, false),
        Naming::AnyLength => plan.name_errors(NamingRules::Strict, true),
        Naming::Hbase => plan.name_errors(NamingRules::HBase, true),
    };
    if broken.is_empty() || store.table(plan.table()).await?.is_some() {
        return Ok(());
    }
    Err(error(plan, &broken))
}

fn error(plan: &Plan, broken: &[NameError]) -> CliError {
    let names = counted(broken.len() as u64, "name");
    let verb = if broken.len() == 1 { "breaks" } else { "break" };
    CliError::usage(format_args!(
        "{names} of the new table {verb} the naming rules"
    ))
    .at(plan.table())
    .found(listed(broken))
    .help(help(broken))
}

fn listed(broken: &[NameError]) -> String {
    let mut shown: Vec<String> = broken.iter().take(SHOWN).map(described).collect();
    if let Some(more) = broken.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        shown.push(format!("{more} more"));
    }
    shown.join("; ")
}

/// Without the derive's options, which let a struct keep a name.
fn described(error: &NameError) -> String {
    let NameError {
        kind, name, cause, ..
    } = error;
    let suggestion = error.suggestion.as_deref();
    let suggestion = suggestion.map_or_else(String::new, |name| format!("; try `{name}`"));
    format!("{kind} `{name}` {cause}: {}{suggestion}", error.rule())
}

fn help(broken: &[NameError]) -> String {
    let length = if broken.iter().all(NameError::is_length) {
        "`--naming any-length` keeps names of any length"
    } else {
        "`--naming hbase` keeps all names that HBase accepts"
    };
    format!(
        "a table cannot be renamed, and each cell repeats its column: set `--table` and `--family`, and map columns to other \
         cells in `[columns]` of the mapping; {length}"
    )
}
