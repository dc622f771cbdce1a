//! The gateways as a [`Backend`].

use std::sync::Arc;

use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Error, Get,
    Increment, Mutation, ReadOptions, Result, Row, RowBound, Scan, Scanner, TableChange,
    TableDescriptor, TableName,
};

use crate::call::Link;
use crate::options::{Gateway, Options};
use crate::refuse::{CAPABILITIES, cannot};
use crate::scan::{Ask, ThriftScanner};
use crate::{NAME, ddl, ping, read, state, update, write};

/// `HBase` by its Thrift1 gateways.
///
/// Cheap to clone; the clones share their connections. Its calls need a tokio runtime with I/O and
/// timers. Nothing is connected before the first call.
///
/// ```no_run
/// use std::time::Duration;
/// use hbase_model::{Backend, Deadline};
/// use hbase_schema_thrift::{Gateway, Options, Thrift};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> hbase_model::Result<()> {
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
    /// The cluster behind these gateways, which are used in turn.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] where there is no gateway.
    pub fn new(gateways: impl IntoIterator<Item = Gateway>, options: &Options) -> Result<Self> {
        let gateways: Vec<_> = gateways.into_iter().collect();
        if gateways.is_empty() {
            return Err(Error::invalid("no gateway: name at least one"));
        }
        Ok(Self {
            link: Link::new(gateways, options),
        })
    }

    /// A get with a filter is a scan of one row.
    async fn get_by_scan(
        &self,
        table: &TableName,
        get: &Get,
        deadline: Deadline,
    ) -> Result<Option<Row>> {
        let mut scan = Scan {
            start: RowBound::Included(get.row.clone()),
            stop: RowBound::Included(get.row.clone()),
            limit: Some(1),
            read: ReadOptions {
                max_versions: 1,
                ..get.read.clone()
            },
            ..Scan::default()
        };
        if get.existence_only {
            scan.read.max_versions = 1;
        }
        let ask = Ask::new(&scan)?;
        let mut scanner = ThriftScanner::open(&self.link, table, ask, deadline).await?;
        let rows = scanner.next_batch(deadline).await?;
        Ok(rows.into_iter().next())
    }

    async fn get_one(
        &self,
        table: &TableName,
        get: &Get,
        deadline: Deadline,
    ) -> Result<Option<Row>> {
        read::check(get)?;
        if read::is_plain(&get.read) {
            return read::get(&self.link, table, get, deadline).await;
        }
        if get.read.max_versions > 1 && !get.existence_only {
            return Err(cannot(Capability::RowVersions));
        }
        // On the heap, for this is rare, and its state larger than that of other gets.
        Box::pin(self.get_by_scan(table, get, deadline)).await
    }

    /// Rows of which the same is read come together.
    async fn get_each(
        &self,
        table: &TableName,
        gets: &[Get],
        deadline: Deadline,
    ) -> Result<Vec<Option<Row>>> {
        for get in gets {
            read::check(get)?;
        }
        let Some(first) = gets.first() else {
            return Ok(Vec::new());
        };
        let alike = gets.iter().all(|get| get.read == first.read);
        if alike && gets.len() > 1 && first.read.max_versions == 1 && read::is_plain(&first.read) {
            let keys: Vec<&[u8]> = gets.iter().map(|get| get.row.as_slice()).collect();
            let found = read::get_rows(&self.link, table, &keys, &first.read, deadline).await?;
            return Ok(keys.iter().map(|key| found.get(*key).cloned()).collect());
        }
        let mut rows = Vec::with_capacity(gets.len());
        for get in gets {
            rows.push(self.get_one(table, get, deadline).await?);
        }
        Ok(rows)
    }
}

/// A capability that the gateway lacks.
fn refused<'a, T: Send + 'a>(capability: Capability) -> BoxFuture<'a, Result<T>> {
    Box::pin(std::future::ready(Err(cannot(capability))))
}

impl Backend for Thrift {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn retries(&self) -> u64 {
        self.link.repeated()
    }

    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>> {
        Box::pin(ping::ping(&self.link, deadline))
    }

    fn create_namespace<'a>(&'a self, _: &'a str, _: Deadline) -> BoxFuture<'a, Result<()>> {
        refused(Capability::Namespaces)
    }

    fn drop_namespace<'a>(&'a self, _: &'a str, _: Deadline) -> BoxFuture<'a, Result<()>> {
        refused(Capability::Namespaces)
    }

    fn list_namespaces(&self, _: Deadline) -> BoxFuture<'_, Result<Vec<String>>> {
        refused(Capability::Namespaces)
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
        Box::pin(ddl::drop(&self.link, table, deadline))
    }

    fn truncate_table<'a>(
        &'a self,
        _: &'a TableName,
        _: bool,
        _: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        refused(Capability::Truncate)
    }

    fn alter_table<'a>(
        &'a self,
        _: &'a TableName,
        _: &'a [TableChange],
        _: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        refused(Capability::AlterTable)
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        Box::pin(ddl::describe(&self.link, table, deadline))
    }

    fn is_table_enabled<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(state::is_enabled(&self.link, table, deadline))
    }

    fn list_tables(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>> {
        Box::pin(ddl::list(&self.link, deadline))
    }

    fn flush<'a>(&'a self, _: &'a TableName, _: Deadline) -> BoxFuture<'a, Result<()>> {
        refused(Capability::Maintenance)
    }

    fn major_compact<'a>(&'a self, _: &'a TableName, _: Deadline) -> BoxFuture<'a, Result<()>> {
        refused(Capability::Maintenance)
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(self.get_one(table, get, deadline))
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
        Box::pin(async move { write::mutate(&self.link, table, &mutation, deadline).await })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move { write::mutate_many(&self.link, table, &mutations, deadline).await })
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move { update::check_and_put(&self.link, table, &check, deadline).await })
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move { update::increment(&self.link, table, &increment, deadline).await })
    }

    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move { update::append(&self.link, table, &append, deadline).await })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            let ask = Ask::new(&scan)?;
            let scanner = ThriftScanner::open(&self.link, table, ask, deadline).await?;
            Ok(Box::new(scanner) as Box<dyn Scanner>)
        })
    }
}
