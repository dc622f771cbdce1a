//! Truncating and dropping a table with indexes.

use crate::db::connection::Connection;
use crate::db::connection::link::TableCall;
use crate::db::error::{CallContext, Error};
use crate::schema::TableSchema;

impl Connection {
    /// Drops the indexes of a table, then truncates or drops the table itself.
    ///
    /// It waits for twice the write limit, once for all indexes. Without this wait, pending deletions of old entries
    /// would delete entries of new rows that a slower clock wrote.
    pub(in crate::db) async fn without_indexes(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
        run: TableCall,
    ) -> Result<(), Error> {
        let name = &schema.table.name;
        let table = self.indexed_table(schema);
        let about = CallContext::table(call, name);
        let dropped = table.drop_indexes(self.options.timeout).await;
        if !dropped.map_err(|error| about.index(error))? {
            let table = name.clone();
            return Err(about.backend(hbase_backend::Error::TableNotFound { table }));
        }
        self.on_table(call, name, run).await
    }
}
