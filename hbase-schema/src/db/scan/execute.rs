//! Reading the rows of a request.

use hbase_backend::Row;

use super::request::ScanRequest;
use super::rows::{RowReader, Rows};
use crate::db::connection::link::operation;
use crate::db::error::{CallContext, Error};
use crate::db::read::select::{SelectedColumns, Selection};
use crate::key::DecodeKey;
use crate::table::Table;

impl<R: Table, S: Selection<R>, O> ScanRequest<R, S, O> {
    /// The rows, as a stream. An error in the request is its first item.
    pub fn rows(self) -> Rows<S::Output>
    where
        R: 'static,
    {
        let reader = self.untyped().open_selected("scan");
        Rows::of_selection(reader, self.selection, self.options.time_range)
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// Same as [`rows`](Self::rows).
    pub async fn first(mut self) -> Result<Option<S::Output>, Error>
    where
        R: 'static,
    {
        self.options.waits_for_rows = true;
        // After a position, the limit counts the rows before it too.
        if self.options.after.is_none() {
            let most = self.options.limit.unwrap_or(1).min(1);
            self.options.limit = Some(most);
        }
        first(self.rows(), CallContext::of::<R>("first")).await
    }
}

impl<R: Table, S: SelectedColumns<R>, O> ScanRequest<R, S, O> {
    /// The rows as the backend returns them, for structs that borrow and for columns that no struct
    /// declares: [`decode_row`](crate::table::decode_row) decodes them, and
    /// [`decode_dated_row`](crate::table::decode_dated_row) those of a table whose name contains a
    /// date, with the [period](Rows::period).
    ///
    /// ```
    /// use hbase_schema::HTable;
    /// use hbase_schema::table::decode_row;
    ///
    /// #[derive(HTable)]
    /// #[table("DLQX:CALL_RECORD")]
    /// #[family("D1")]
    /// struct Call<'a> {
    ///     #[rowkey]
    ///     id: u64,
    ///     peer: &'a str,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Call>().await?;
    /// # db.put(&Call { id: 7, peer: "ann" }).await?;
    /// let mut rows = db.scan(Call::scan().all()).raw_rows();
    /// while let Some(row) = rows.next().await {
    ///     let row = row?;
    ///     let call: Call = decode_row(&row)?;
    ///     assert_eq!((call.id, call.peer), (7, "ann"));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn raw_rows(self) -> Rows<Row> {
        Rows::raw(self.untyped().open_selected("scan"))
    }

    /// Only the row keys. Values are not sent.
    pub fn keys(self) -> Rows<R::Key>
    where
        R::Key: for<'k> DecodeKey<'k>,
    {
        Rows::of_keys(self.untyped().open_keys("keys"))
    }

    /// The number of rows, including those that do not decode. Values are not sent, but every row
    /// is read.
    ///
    /// # Errors
    /// Same as [`rows`](Self::rows).
    pub async fn count(self) -> Result<u64, Error> {
        let reader = self.untyped().open_keys("count");
        count(reader, CallContext::of::<R>("count")).await
    }
}

async fn first<T>(mut rows: Rows<T>, about: CallContext<'_>) -> Result<Option<T>, Error> {
    let timeout = rows.reader.operation_timeout;
    let first = async { rows.next().await.transpose() };
    operation(about, timeout, first).await
}

async fn count(reader: RowReader, about: CallContext<'_>) -> Result<u64, Error> {
    let timeout = reader.operation_timeout;
    let mut rows = Rows::new(reader, |_, _| Ok(()));
    let count = async {
        let mut count = 0;
        while let Some(row) = rows.next().await {
            row?;
            count += 1;
        }
        Ok(count)
    };
    operation(about, timeout, count).await
}
