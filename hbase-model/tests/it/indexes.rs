//! Indexes in descriptions: they are read back and checked; their tables and their values follow from the
//! description alone.

mod formats;
mod wrong;

use hbase_model::description::Description;
use hbase_model::diff::{Coverage, Declared, compare_indexed};
use hbase_model::{DescribedTable, Ttl, ddl};

/// A table with an index of one field, and one of two with a TTL and splits.
const MAILS: &str = r#"{
  "format": "hbase-schema/1",
  "row": "Mail",
  "name": "DLQX:MAIL_BOXES",
  "key": { "parts": [{ "name": "id", "encoding": { "kind": "text" } }] },
  "families": [
    { "name": "D1", "attributes": { "TTL": "86400" } },
    { "name": "STAMP", "attributes": { "VERSIONS": "1", "TTL": "2147483647" } }
  ],
  "columns": [
    {
      "field": "sender", "family": "D1", "qualifier": "SENDER", "type": "String",
      "codec": "java", "form": { "kind": "text" }
    },
    {
      "field": "size", "family": "D1", "qualifier": "SIZE", "type": "i32",
      "codec": "java", "form": { "kind": "integer", "width": 4, "signed": true }
    },
    {
      "field": "note", "family": "D1", "qualifier": "NOTE", "type": "Option<String>",
      "codec": "java", "form": { "kind": "text" }, "optional": true
    }
  ],
  "indexes": [
    {
      "name": "DLQX:MAIL_BY_SENDER",
      "fields": [{
        "field": "sender", "encoding": { "kind": "ordered", "form": "string" }, "computable": true
      }],
      "family": "E"
    },
    {
      "name": "DLQX:MAIL_BY_SIZE",
      "fields": [
        {
          "field": "size", "computable": true,
          "encoding": { "kind": "integer", "width": 4, "signed": true }
        },
        { "field": "sender", "encoding": { "kind": "ordered", "form": "string" } }
      ],
      "ttl": 90000,
      "splits": { "kind": "keys", "keys": [{ "text": "\\x80", "hex": "80" }] }
    }
  ],
  "index_states": "DLQX:INDEX_STATES"
}"#;

fn read(json: &str) -> Result<DescribedTable, String> {
    let table = Description::from_json(json).and_then(|description| description.table());
    table.map_err(|error| error.to_string())
}

fn mails() -> DescribedTable {
    read(MAILS).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn indexes_are_read_back() {
    let table = mails();
    assert_eq!(table.indexes.len(), 2);
    let by_size = &table.indexes[1];
    assert_eq!(by_size.field_names(), "size, sender");
    assert_eq!(by_size.ttl, Ttl::from_secs(90_000));
    assert_eq!(by_size.splits.keys(), Ok(vec![vec![0x80]]));
    let again = Description::of(&table).to_string();
    assert_eq!(read(&again), Ok(table));
}

#[test]
fn a_table_needs_those_of_its_indexes() {
    let table = mails();
    let tables = table.index_tables();
    let statements = ddl::with_indexes(&table.descriptor, &tables).unwrap();
    assert_eq!(
        statements[2..],
        [
            "begin; create 'DLQX:INDEX_STATES', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}; \
             rescue StandardError => e; raise unless e.message.include?('already exists'); end",
            "create 'DLQX:MAIL_BY_SENDER', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}",
            "create 'DLQX:MAIL_BY_SIZE', {NAME => 'E', VERSIONS => 1, TTL => 90000}, {SPLITS => ['\\x80']}",
        ]
    );
    assert_eq!(Description::of(&table).ddl, Some(statements));
    let mut other = table;
    other.indexes[0].table = hbase_model::TableName::from_static("MAILS", "BY_SENDER");
    let statements = ddl::with_indexes(&other.descriptor, &other.index_tables()).unwrap();
    assert_eq!(statements[3], ddl::create_namespace_if_missing("MAILS"));
    other.indexes.clear();
    assert_eq!(other.index_tables(), []);
    assert_eq!(Description::of(&other).index_states, None);
}

/// The cell of a column, in a row with these cells of the family `D1`.
fn row<'c>(cells: &'c [(&str, &'c [u8])]) -> impl Fn(&[u8], &[u8]) -> Option<&'c [u8]> {
    |family, qualifier| {
        let mut cells = cells.iter();
        let cell = cells.find(|(name, _)| family == b"D1" && name.as_bytes() == qualifier);
        cell.map(|(_, value)| *value)
    }
}

#[test]
fn values_are_computed_field_by_field() {
    let mut table = mails();
    let by_sender = table.index_values(&table.indexes[0]).unwrap();
    let found = by_sender.of_row(b"m1", row(&[("SENDER", b"bo")]));
    assert_eq!(found, Ok(Some(b"\x34bo\0".to_vec())));
    assert_eq!(
        by_sender.of_row(b"m1", row(&[("SIZE", &[0, 0, 0, 1])])),
        Ok(None)
    );
    assert_eq!(
        by_sender
            .of_row(b"m1", row(&[("SENDER", b"\xff")]))
            .unwrap_err(),
        "the indexed field sender, column D1:SENDER: found bytes that are not UTF-8 from 0 on, expected text"
    );
    assert_eq!(
        by_sender.columns().collect::<Vec<_>>(),
        [("D1", &b"SENDER"[..])]
    );

    let error = table.index_values(&table.indexes[1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the entries of index DLQX:MAIL_BY_SIZE cannot be computed from the description: the encoding \
         (UTF-8) of the field `sender`: build, verify and repair this index by the program, \
         `db.indexes::<Mail>()`"
    );
    table.indexes[1].fields[1].computable = true;
    let by_size = table.index_values(&table.indexes[1]).unwrap();
    let both = row(&[("SENDER", b"bo"), ("SIZE", &[0xff, 0xff, 0xff, 0xfe])]);
    let found = by_size.of_row(b"m1", both);
    assert_eq!(found, Ok(Some(b"\x7f\xff\xff\xfe\x34bo\0".to_vec())));
    assert_eq!(by_size.of_row(b"m1", row(&[("SENDER", b"bo")])), Ok(None));
}

#[test]
fn indexed_families_keep_no_old_versions_and_entries_do_not_expire_early() {
    let declared = mails();
    let mut live = declared.descriptor.clone();
    live.families.to_mut()[0].min_versions = Some(2);
    live.families.to_mut()[1].ttl = Ttl::from_secs(60);
    let families: Vec<_> = declared.indexed_families().into_iter().collect();
    assert_eq!(families, ["D1"]);
    let of = Declared::table(&declared.descriptor);
    let compared = |families: &[&str]| {
        let diff = compare_indexed(of, Some(&live), Coverage::Full, families).unwrap();
        let differences = diff.differences.iter();
        differences.map(ToString::to_string).collect::<Vec<_>>()
    };
    let stamp = "family STAMP, TTL: declared 2147483647, live 60: \
                 run `alter 'DLQX:MAIL_BOXES', {NAME => 'STAMP', TTL => 2147483647}`";
    assert_eq!(compared(&[]), [stamp]);
    let found = compared(&families);
    assert!(found[0].starts_with("family D1, MIN_VERSIONS: declared 0, live 2"));
    assert_eq!(found[1..], [stamp]);

    let index = declared.indexes[0].descriptor();
    let mut live = index.clone();
    live.families.to_mut()[0].ttl = Ttl::from_secs(86_400);
    let of = Declared::table(&index);
    let diff = compare_indexed(of, Some(&live), Coverage::Full, &[]).unwrap();
    assert_eq!(
        diff.differences[0].to_string(),
        "family E, TTL: declared 2147483647, live 86400: \
         run `alter 'DLQX:MAIL_BY_SENDER', {NAME => 'E', TTL => 2147483647}`"
    );
}

/// An index of a time in the row key in descending order, and a column.
const RIDES: &str = r#"{
  "format": "hbase-schema/2",
  "row": "Ride",
  "name": "DLQX:RIDES",
  "key": { "parts": [
    { "name": "town", "encoding": { "kind": "text" }, "separator": "-" },
    { "name": "at", "encoding": { "kind": "seconds", "newest_first": true } }
  ] },
  "families": [
    { "name": "D1", "attributes": { "TTL": "86400" } },
    { "name": "STAMP", "attributes": { "VERSIONS": "1", "TTL": "2147483647" } }
  ],
  "columns": [{
    "field": "rider", "family": "D1", "qualifier": "RIDER", "type": "String",
    "codec": "java", "form": { "kind": "text" }, "value": { "kind": "text" }, "absent": "never", "empty": "value"
  }],
  "indexes": [{
    "name": "DLQX:RIDES_BY_RIDER",
    "fields": [
      { "field": "rider", "encoding": { "kind": "ordered", "form": "string" }, "computable": true },
      { "field": "at", "encoding": { "kind": "millis" }, "descending": true, "computable": true }
    ],
    "ttl": 90000
  }]
}"#;

#[test]
fn values_of_key_parts_are_computed_from_row_keys() {
    let table = read(RIDES).unwrap_or_else(|error| panic!("{error}"));
    let index = &table.indexes[0];
    assert_eq!(index.field_names(), "rider, desc(at)");
    assert_eq!(
        table.stored_values(index),
        "ordered-string,key2:desc:millis"
    );
    let values = table.index_values(index).unwrap();
    assert_eq!(
        values.columns().collect::<Vec<_>>(),
        [("D1", &b"RIDER"[..])]
    );
    let key = [b"Bonn-", &(i32::MAX - 5).to_be_bytes()[..]].concat();
    let found = values.of_row(&key, row(&[("RIDER", b"bo")]));
    let inverted = (!5000_i64).to_be_bytes();
    let expected = [b"\x34bo\0", &inverted[..]].concat();
    assert_eq!(found, Ok(Some(expected)));
    assert_eq!(values.of_row(&key, row(&[])), Ok(None));
    let error = values.of_row(b"Bonn", row(&[("RIDER", b"bo")]));
    assert!(error.unwrap_err().contains("separator"));
    let again = Description::of(&table).to_string();
    assert_eq!(read(&again), Ok(table));
}

#[test]
fn wrong_key_parts_of_indexes_are_named() {
    let rider = r#"{ "field": "rider", "encoding""#;
    for (good, wrong, expected) in [
        (
            rider,
            r#"{ "field": "town", "encoding""#,
            "`indexes[0].fields`: found key parts alone",
        ),
        (
            r#"{ "name": "town""#,
            r#"{ "name": "rider""#,
            "`indexes[0].fields[0].field`: found `rider`, the field of a column and of a key part",
        ),
        (
            r#"{ "kind": "millis" }"#,
            r#"{ "kind": "integer", "width": 4, "signed": true }"#,
            "`indexes[0].fields[1].computable`: found `true`, but its encoding in the row key",
        ),
    ] {
        assert!(RIDES.contains(good), "{good}");
        let found = read(&RIDES.replacen(good, wrong, 1)).expect_err(wrong);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    let optional = RIDES
        .replace(r#""separator": "-""#, r#""separator": "\u0000""#)
        .replace("true } }", r#"true }, "omit_none": true }"#);
    let found = read(&optional).unwrap_err();
    let expected = "`indexes[0].fields[1].field`: found `at`, expected a field";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn a_column_is_found_by_its_family_and_its_qualifier() {
    let table = mails();
    let field = |family, qualifier: &str| {
        let column = table.column(family, qualifier.as_bytes());
        column.map(|column| column.field.as_str())
    };
    assert_eq!(field("D1", "SIZE"), Some("size"));
    assert_eq!(field("D1", "SENDER"), Some("sender"));
    assert_eq!(field("STAMP", "SIZE"), None);
    assert_eq!(field("D1", "SIZES"), None);
}
