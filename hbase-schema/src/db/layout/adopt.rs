//! Records the layouts of structs in live tables.

use hbase_backend::{BoxFuture, Capability};
use hbase_model::diff::{Plan, PlannedLayout};
use hbase_model::lock::{LayoutRecord, TableFacts};
use hbase_model::{TableChange, TableDescriptor, TableName};

use super::records::{self, Fit};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, ErrorKind, LayoutError};
use crate::table::FixedName;

const CALL: &str = "adopt_layout";

/// When the layout of a struct is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum Adopt {
    /// If programs of the recorded layout read and write the same rows.
    IfCompatible,
    /// In any case. The number is that of the layout, if it is known.
    Always(Option<u32>),
}

impl Connection {
    /// Records the layout of `T` in the attributes of its table, in place of the one that is recorded; returns whether that changes
    /// them. Programs of the earlier layout are rejected from then on, unless both read and write the same rows.
    ///
    /// [`create_table`](Self::create_table) and [`apply`](Self::apply) record the layout too, the latter only if it fits the recorded one.
    /// This call is for a table that other programs created, and for a change that its rows survive, such as a required field after all
    /// rows were rewritten. It does not check the rows. In `HBase` before 2.6, it reopens the regions of the table.
    ///
    /// ```
    /// # use hbase_schema::{Error, ErrorKind};
    /// mod v1 {
    ///     # use hbase_schema::HTable;
    ///     #[derive(HTable)]
    ///     #[table("SHOP:ORDER_BOOK")]
    ///     #[family("D1")]
    ///     pub struct Order { #[rowkey] pub id: u64, pub note: Option<String> }
    /// }
    /// # use hbase_schema::HTable;
    /// #[derive(HTable)]
    /// #[table("SHOP:ORDER_BOOK")]
    /// #[family("D1")]
    /// struct Order { #[rowkey] id: u64, note: String }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// db.create_table::<v1::Order>().await?;
    /// let order = Order { id: 1, note: String::new() };
    /// assert_eq!(db.put(&order).await.unwrap_err().kind(), ErrorKind::Layout);
    /// // All rows have a note now.
    /// assert!(db.adopt_layout::<Order>().await?);
    /// db.put(&order).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`], as for a table that is missing, a user without the permission to alter it, and a backend that does not
    /// support it, such as the Thrift gateway; [`Error::Request`] for a layout of more than 64 KiB as text, about 1,500 columns.
    pub fn adopt_layout<T: FixedName>(&self) -> BoxFuture<'_, Result<bool, Error>> {
        Box::pin(async move {
            let (facts, table) = (T::SCHEMA.facts(), &T::SCHEMA.table.name);
            let adopt = Adopt::Always(None);
            self.record(CALL, table, T::SCHEMA.row, &facts, adopt).await
        })
    }

    /// The same for facts that another program wrote, in a table whose name may contain a date, and with the number of the layout.
    ///
    /// # Errors
    /// Same as [`adopt_layout`](Self::adopt_layout).
    // The command alone calls it: a program has a struct.
    #[doc(hidden)]
    pub async fn adopt_facts(
        &self,
        table: &TableName,
        row: &str,
        facts: &TableFacts,
        layout: Option<u32>,
    ) -> Result<bool, Error> {
        let adopt = Adopt::Always(layout);
        self.record(CALL, table, row, facts, adopt).await
    }

    /// Records facts of a struct in a table, unless it has them; returns whether that changes the table.
    pub(in crate::db) async fn record(
        &self,
        call: &'static str,
        table: &TableName,
        row: &str,
        facts: &TableFacts,
        adopt: Adopt,
    ) -> Result<bool, Error> {
        let about = CallContext::table(call, table);
        let backend = self.backend();
        for needed in [Capability::AlterTable, Capability::AllAttributes] {
            if !backend.capabilities().has(needed) {
                return Err(about.backend(hbase_backend::Error::Unsupported {
                    backend: backend.name(),
                    capability: needed,
                    instead: "use a backend that does, to record the layout of a table".to_owned(),
                }));
            }
        }
        let live = self.read(about, |backend, deadline| async move {
            backend.describe_table(table, deadline).await
        });
        let Some(record) = next(&live.await?, row, facts, adopt) else {
            return Ok(false);
        };
        let pair = match records::attribute(row, &record) {
            Ok(pair) => pair,
            Err(error) if adopt == Adopt::IfCompatible => {
                error.warn();
                return Ok(false);
            }
            Err(error) => return Err(about.request(error)),
        };
        let mut only = TableDescriptor::new(table.clone());
        only.metadata = vec![pair].into();
        let changes = [TableChange::SetMetadata(Box::new(only))];
        let set = self.call(about, |backend, deadline| async move {
            backend.alter_table(table, &changes, deadline).await
        });
        let set = set.await;
        self.link.layouts.forget(table);
        set.map(|()| true)
    }

    /// Checks that the structs of a plan fit the layouts of their tables.
    pub(in crate::db) fn check_planned(call: &'static str, plan: &Plan) -> Result<(), Error> {
        for planned in &plan.layouts {
            let PlannedLayout { row, facts, .. } = planned;
            let about = CallContext::table(call, &facts.table);
            if let Fit::Differs(layout) = records::fit_of_facts(row, facts, &|_| "", &live(planned))
            {
                return Err(LayoutError::differs(about, row, layout).into());
            }
        }
        Ok(())
    }

    /// Records the structs of a plan that was applied, if the backend can. Their tables are as declared without it.
    pub(in crate::db) async fn record_planned(&self, call: &'static str, plan: &Plan) {
        for planned in &plan.layouts {
            let PlannedLayout { row, facts, .. } = planned;
            let table = &facts.table;
            if next(&live(planned), row, facts, Adopt::IfCompatible).is_none() {
                continue;
            }
            let recorded = self.record(call, table, row, facts, Adopt::IfCompatible);
            if let Err(error) = recorded.await
                && error.kind() != ErrorKind::Unsupported
            {
                tracing::warn!(target: "hbase_schema", call, %table, %error, "the layout of a struct is not recorded in its table");
            }
        }
    }
}

/// The live table with its records alone.
fn live(planned: &PlannedLayout) -> TableDescriptor {
    let mut live = TableDescriptor::new(planned.facts.table.clone());
    live.metadata = planned.records.clone().into();
    live
}

/// The record that a table needs; `None` if it stays as it is.
fn next(
    live: &TableDescriptor,
    row: &str,
    facts: &TableFacts,
    adopt: Adopt,
) -> Option<LayoutRecord> {
    let own = live.records(&facts.table);
    let own = own.into_iter().find(|(of, _)| of == row);
    let layout = match adopt {
        Adopt::IfCompatible => None,
        Adopt::Always(layout) => layout,
    };
    let record = match own {
        Some((_, None)) if adopt == Adopt::IfCompatible => return None,
        None | Some((_, None)) => LayoutRecord::of(facts),
        Some((_, Some(record))) => {
            let is_same = record.fingerprint() == facts.fingerprint;
            let is_older = adopt == Adopt::IfCompatible && record.has(facts.fingerprint);
            let is_numbered = layout.is_none_or(|layout| layout == record.layout());
            if is_older || is_same && is_numbered {
                return None;
            }
            if is_same {
                record
            } else {
                record.followed_by(facts)
            }
        }
    };
    Some(match layout {
        Some(layout) => record.with_layout(layout),
        None => record,
    })
}
