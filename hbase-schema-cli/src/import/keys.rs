//! The maker of the row keys: a struct or a policy.

use hbase_model::{DescribedTable, TableName};
use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema_import::Target;

use super::store::Store;
use super::{ImportArgs, policy};
use crate::error::CliError;
use crate::tables;

/// The table, and the maker of its keys.
pub(super) enum TableKeys {
    Struct(Box<DescribedTable>),
    Policy {
        table: TableName,
        policy: RowKeyPolicy,
    },
}

impl TableKeys {
    pub(super) async fn read(args: &ImportArgs, store: &mut Store<'_>) -> Result<Self, CliError> {
        if let Some(schema) = &args.schema {
            let table = tables::find(schema, &args.table)?;
            return Ok(Self::Struct(Box::new(table)));
        }
        let table = TableName::parse(&args.table)
            .map_err(|error| CliError::usage(error).at(&args.table))?;
        let policy = args.policy.as_deref().unwrap_or_default();
        Ok(Self::Policy {
            table,
            policy: policy::read(policy, store).await?,
        })
    }

    pub(super) fn target(&self) -> Target<'_> {
        match self {
            Self::Struct(table) => Target::Struct(table),
            Self::Policy { table, policy } => Target::Policy {
                table: table.clone(),
                policy,
            },
        }
    }
}
