//! The text of an index's definition, which is stored with its state: an index has only the entries that its
//! definition produced.
//!
//! A query with another definition is an error with help; otherwise it would miss rows.

use hbase_model::printable::Printable;

use crate::definition::{Column, IndexDefinition, TableDefinition};

impl TableDefinition {
    /// The definition of an index as it is stored, such as
    /// `table=DLQX:MAIL_BOXES columns=D1:SENDER values=ordered-string`: the table, the columns that the
    /// values depend on, and their [`encoding`](IndexDefinition::encoding). Spaces, commas and colons in
    /// names, and bytes that are not printable, are written as `\xNN`.
    pub fn stored_text(&self, index: &IndexDefinition) -> String {
        let columns: Vec<String> = index.depends_on.iter().map(column).collect();
        format!(
            "{}columns={} values={}",
            self.stored_table(),
            columns.join(","),
            escaped(index.encoding.as_bytes(), &[' '])
        )
    }

    /// The start of the stored definitions of all indexes of this table.
    fn stored_table(&self) -> String {
        format!("table={} ", self.table)
    }

    /// Whether a stored definition, if there is one, is of an index of this table.
    pub(crate) fn is_of_this(&self, stored: Option<&str>) -> bool {
        stored.is_none_or(|text| text.starts_with(&self.stored_table()))
    }
}

fn column((family, qualifier): &Column) -> String {
    let [family, qualifier] = [family, qualifier].map(|name| escaped(name, &[' ', ',', ':']));
    format!("{family}:{qualifier}")
}

fn escaped(name: &[u8], reserved: &[char]) -> String {
    let mut text = Printable(name).to_string();
    for c in reserved {
        text = text.replace(*c, &format!("\\x{:02X}", u32::from(*c)));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hbase_model::{Splits, TableName};

    use super::*;

    /// Stored with indexes: the text must not change.
    #[test]
    fn the_text_is_as_it_was_stored() {
        let index = IndexDefinition {
            table: TableName::from_static("default", "I"),
            column: (b"E".to_vec(), Vec::new()),
            ttl: None,
            splits: Splits::None,
            buckets: None,
            depends_on: vec![
                (b"D1".to_vec(), b"SENDER".to_vec()),
                (b"D1".to_vec(), b"a b:\xff".to_vec()),
            ],
            encoding: "ordered-string,integer4-signed".to_owned(),
            values: Arc::new(|_| Ok(Vec::new())),
        };
        let mut table = TableDefinition {
            table: TableName::from_static("DLQX", "MAIL_BOXES"),
            families: Vec::new(),
            stamp: (b"S".to_vec(), b"S".to_vec()),
            states: (TableName::from_static("default", "S"), b"S".to_vec()),
            indexes: Vec::new(),
        };
        let text = table.stored_text(&index);
        assert_eq!(
            text,
            r"table=DLQX:MAIL_BOXES columns=D1:SENDER,D1:a\x20b\x3A\xFF values=ordered-string,integer4-signed"
        );
        assert!(table.is_of_this(Some(&text)) && table.is_of_this(None));
        table.table = TableName::from_static("DLQX", "MAIL");
        assert!(!table.is_of_this(Some(&text)));
    }
}
