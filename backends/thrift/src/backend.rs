//! The gateways as a [`Backend`].

use std::sync::Arc;

use hbase_backend::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Error, Get,
    Increment, Mutation, Result, Row, Scan, Scanner,
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
fn reject<'a, T: Send + 'a>(capability: Capability) -> BoxFuture<'a, Result<T>> {
    Box::pin(std::future::ready(Err(unsupported(capability))))
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

    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>> {
        Box::pin(ping::ping(&self.link, deadline))
    }

    fn create_namespace<'a>(&'a self, _: &'a str, _: Deadline) -> BoxFuture<'a, Result<()>> {
        reject(Capability::Namespaces)
    }

    fn drop_namespace<'a>(&'a self, _: &'a str, _: Deadline) -> BoxFuture<'a, Result<()>> {
        reject(Capability::Namespaces)
    }

    fn list_namespaces(&self, _: Deadline) -> BoxFuture<'_, Result<Vec<String>>> {
        reject(Capability::Namespaces)
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(ddl::create(&self.link, table, deadline))
    }

    fn drop_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(ddl::drop(self.target(table, deadline)))
    }

    fn truncate_table<'a>(
        &'a self,
        _: &'a TableName,
        _: bool,
        _: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        reject(Capability::Truncate)
    }

    fn alter_table<'a>(
        &'a self,
        _: &'a TableName,
        _: &'a [TableChange],
        _: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        reject(Capability::AlterTable)
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        Box::pin(ddl::describe(self.target(table, deadline)))
    }

    fn split_points<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Vec<u8>>>> {
        Box::pin(ddl::split_points(self.target(table, deadline)))
    }

    fn is_table_enabled<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(table_state::is_enabled(self.target(table, deadline)))
    }

    fn list_tables(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>> {
        Box::pin(ddl::list(&self.link, deadline))
    }

    fn flush<'a>(&'a self, _: &'a TableName, _: Deadline) -> BoxFuture<'a, Result<()>> {
        reject(Capability::Maintenance)
    }

    fn major_compact<'a>(&'a self, _: &'a TableName, _: Deadline) -> BoxFuture<'a, Result<()>> {
        reject(Capability::Maintenance)
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(async move {
            let plan = read::plan(get)?;
            self.get_planned(table, get, plan, deadline).await
        })
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(self.get_each(table, gets, deadline))
    }

    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move { write::mutate(self.target(table, deadline), &mutation).await })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move { write::mutate_many(self.target(table, deadline), &mutations).await })
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move { update::check_and_put(self.target(table, deadline), &check).await })
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move { update::increment(self.target(table, deadline), &increment).await })
    }

    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move { update::append(self.target(table, deadline), &append).await })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            let scanner = self.open_scan(table, &scan, deadline).await?;
            Ok(Box::new(scanner) as Box<dyn Scanner>)
        })
    }
}
