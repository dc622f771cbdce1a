//! The gateways as a [`Backend`].

use std::future::{Ready, ready};
use std::sync::Arc;

use hbase_backend::{
    Append, Backend, Capabilities, Capability, CheckAndMutate, Deadline, Error, Get, Increment,
    Mutation, Result, Row, Scan, Scanner,
};
use hbase_model::{TableChange, TableDescriptor, TableName};

use crate::call::{Link, Target};
use crate::error::NAME;
use crate::gateway::Gateway;
use crate::options::Options;
use crate::read::GetPlan;
use crate::scan::{ScanRequest, ThriftScanner};
use crate::unsupported::{CAPABILITIES, unsupported};
use crate::{ddl, ping, read, table_state, update, write};

/// `HBase` through its Thrift1 gateways.
///
/// Cheap to clone; clones share their connections. Calls need a tokio runtime with I/O and timers. No
/// connection is opened before the first call.
///
/// ```no_run
/// use std::time::Duration;
/// use hbase_backend::{Backend, Deadline};
/// use hbase_schema_thrift::{Gateway, Options, Thrift};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> hbase_backend::Result<()> {
/// let hbase = Thrift::new([Gateway::new("localhost", 9090)], &Options::default())?;
/// println!("{}", hbase.ping(Deadline::after(Duration::from_secs(5))).await?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Thrift {
    link: Arc<Link>,
}

impl Thrift {
    /// A backend that uses these gateways in turn.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] without a gateway.
    pub fn new(gateways: impl IntoIterator<Item = Gateway>, options: &Options) -> Result<Self> {
        let gateways: Vec<_> = gateways.into_iter().collect();
        if gateways.is_empty() {
            return Err(Error::invalid("no gateway: name at least one"));
        }
        Ok(Self {
            link: Link::new(gateways, options),
        })
    }

    fn target<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> Target<'a> {
        Target {
            link: &self.link,
            table,
            deadline,
        }
    }

    async fn open_scan(
        &self,
        table: &TableName,
        scan: &Scan,
        deadline: Deadline,
    ) -> Result<ThriftScanner> {
        let request = ScanRequest::new(scan)?;
        ThriftScanner::open(&self.link, table, request, deadline).await
    }

    async fn scan_row(
        &self,
        table: &TableName,
        scan: &Scan,
        deadline: Deadline,
    ) -> Result<Option<Row>> {
        let mut scanner = self.open_scan(table, scan, deadline).await?;
        let rows = scanner.next_batch(deadline).await?;
        Ok(rows.into_iter().next())
    }

    async fn get_planned(
        &self,
        table: &TableName,
        get: &Get,
        plan: GetPlan,
        deadline: Deadline,
    ) -> Result<Option<Row>> {
        match plan {
            GetPlan::Get => read::get(self.target(table, deadline), get).await,
            // Boxed, because it is rare and its future is larger than that of other gets.
            GetPlan::Scan(scan) => Box::pin(self.scan_row(table, &scan, deadline)).await,
        }
    }

    /// Reads the rows of gets with the same options by one call.
    async fn get_each(
        &self,
        table: &TableName,
        gets: &[Get],
        deadline: Deadline,
    ) -> Result<Vec<Option<Row>>> {
        let plans: Vec<_> = gets.iter().map(read::plan).collect::<Result<_>>()?;
        if read::is_one_call(gets) {
            let keys: Vec<&[u8]> = gets.iter().map(|get| get.row.as_slice()).collect();
            let on = self.target(table, deadline);
            let found = read::get_rows(on, &keys, &gets[0].read).await?;
            return Ok(keys.iter().map(|key| found.get(*key).cloned()).collect());
        }
        let mut rows = Vec::with_capacity(gets.len());
        for (get, plan) in gets.iter().zip(plans) {
            rows.push(self.get_planned(table, get, plan, deadline).await?);
        }
        Ok(rows)
    }
}

/// The error of an unsupported capability.
fn reject<T>(capability: Capability) -> Ready<Result<T>> {
    ready(Err(unsupported(capability)))
}

impl Backend for Thrift {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn retries(&self) -> u64 {
        self.link.retries()
    }

    hbase_backend::calls! {
        ping(self, deadline) => ping::ping(&self.link, deadline);
        create_namespace(self, _name, _deadline) => reject(Capability::Namespaces);
        drop_namespace(self, _name, _deadline) => reject(Capability::Namespaces);
        list_namespaces(self, _deadline) => reject(Capability::Namespaces);
        create_table(self, table, deadline) => ddl::create(&self.link, table, deadline);
        drop_table(self, table, deadline) => ddl::drop(self.target(table, deadline));
        truncate_table(self, _table, _preserve_splits, _deadline) => reject(Capability::Truncate);
        alter_table(self, _table, _changes, _deadline) => reject(Capability::AlterTable);
        describe_table(self, table, deadline) => ddl::describe(self.target(table, deadline));
        split_points(self, table, deadline) => ddl::split_points(self.target(table, deadline));
        is_table_enabled(self, table, deadline) => {
            table_state::is_enabled(self.target(table, deadline))
        };
        list_tables(self, deadline) => ddl::list(&self.link, deadline);
        flush(self, _table, _deadline) => reject(Capability::Maintenance);
        major_compact(self, _table, _deadline) => reject(Capability::Maintenance);
        get(self, table, get, deadline) => async move {
            let plan = read::plan(get)?;
            self.get_planned(table, get, plan, deadline).await
        };
        get_many(self, table, gets, deadline) => self.get_each(table, gets, deadline);
        mutate(self, table, mutation, deadline) => async move {
            write::mutate(self.target(table, deadline), &mutation).await
        };
        mutate_many(self, table, mutations, deadline) => async move {
            write::mutate_many(self.target(table, deadline), &mutations).await
        };
        check_and_mutate(self, table, check, deadline) => async move {
            update::check_and_put(self.target(table, deadline), &check).await
        };
        increment(self, table, increment, deadline) => async move {
            update::increment(self.target(table, deadline), &increment).await
        };
        append(self, table, append, deadline) => async move {
            update::append(self.target(table, deadline), &append).await
        };
        scan(self, table, scan, deadline) => async move {
            let scanner = self.open_scan(table, &scan, deadline).await?;
            Ok(Box::new(scanner) as Box<dyn Scanner>)
        };
    }
}
