//! Dynamic columns in an atomic mutation of a row.

use hbase_backend::CellKind;

use super::get::rejected;
use crate::cell::{check_time, has_cell, not_empty};
use crate::codec::CodecError;
use crate::db::write::cell_arg::CellArg;
use crate::db::write::row_mutation::{PUT_OF_COUNTER, RowMutation};
use crate::dynamic::{DynamicColumns, DynamicTypes, QualifierArg};
use crate::table::Table;

impl<R: Table> RowMutation<R> {
    /// Puts a dynamic column, in one atomic step with the other changes.
    ///
    /// ```
    /// # use hbase_schema::{Dynamic, Error, HTable};
    /// # #[derive(HTable)]
    /// # #[table("DLQX:MAIL_BOXES")]
    /// # struct MailBox {
    /// #     #[rowkey]
    /// #     user: String,
    /// #     #[family("DATA")]
    /// #     #[column(dynamic)]
    /// #     mails: Dynamic<u64, String>,
    /// #     #[family("INDEX")]
    /// #     #[column(dynamic)]
    /// #     by_size: Dynamic<(u32, u64), Vec<u8>>,
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<MailBox>().await?;
    /// let key = MailBoxKey { user: "ann".into() };
    /// db.mutate(&key)
    ///     .put_dynamic(MailBox::MAILS, 7, "Dear Ann")
    ///     .put_dynamic(MailBox::BY_SIZE, (8, 7), b"".as_slice())
    ///     .await?;
    /// let large = db.dynamic(&key, MailBox::BY_SIZE).range((5,)..).qualifiers();
    /// let large: Vec<(u32, u64)> = large.collect().await?;
    /// assert_eq!(large, [(8, 7)]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn put_dynamic<F, C, A, V>(
        mut self,
        columns: DynamicColumns<R, F, C>,
        qualifier: A,
        value: V,
    ) -> Self
    where
        F: DynamicTypes,
        A: QualifierArg<F::Qualifier>,
        V: CellArg<F::Value, C>,
    {
        let Some(name) = self.name_of(columns, qualifier) else {
            return self;
        };
        if columns.schema().counter {
            let error = CodecError::new(PUT_OF_COUNTER);
            self.reject_value(columns, &name, &error);
            return self;
        }
        if let Err(error) = check_time(columns.schema(), &name) {
            self.reject_value(columns, &name, &error);
            return self;
        }
        let mut bytes = Vec::new();
        let prefix = columns.schema().prefix.len();
        match has_cell(value.write_named(&name[prefix..], &mut bytes)) {
            Ok(()) => self.add(CellKind::Put, columns.family(), &name, bytes),
            Err(error) => self.reject_value(columns, &name, &error),
        }
        self
    }

    /// Deletes a dynamic column, in one atomic step with the other changes.
    pub fn delete_dynamic<F, C, A>(mut self, columns: DynamicColumns<R, F, C>, qualifier: A) -> Self
    where
        F: DynamicTypes,
        A: QualifierArg<F::Qualifier>,
    {
        if let Some(name) = self.name_of(columns, qualifier) {
            self.add(CellKind::DeleteColumn, columns.family(), &name, Vec::new());
        }
        self
    }

    /// The whole qualifier; `None` if that is an error, which the mutation returns.
    fn name_of<F: DynamicTypes, C>(
        &mut self,
        columns: DynamicColumns<R, F, C>,
        qualifier: impl QualifierArg<F::Qualifier>,
    ) -> Option<Vec<u8>> {
        let mut name = columns.schema().prefix.as_bytes().to_vec();
        let encoded = qualifier.encode_arg(&mut name);
        match encoded.and_then(|()| not_empty(&name)) {
            Ok(()) => Some(name),
            Err(error) => {
                self.reject(columns, &error);
                None
            }
        }
    }

    /// Same as the put by `dynamic`.
    fn reject_value<F, C>(
        &mut self,
        columns: DynamicColumns<R, F, C>,
        name: &[u8],
        error: &CodecError,
    ) {
        if let Ok(row) = &self.row {
            let about = row.about().row(&row.key);
            self.row = Err(about.column(columns.family(), name).request(error));
        }
    }

    fn reject<F, C>(&mut self, columns: DynamicColumns<R, F, C>, error: &CodecError) {
        if let Ok(row) = &self.row {
            let about = row.about().row(&row.key);
            self.row = Err(rejected(about, columns, error));
        }
    }
}
