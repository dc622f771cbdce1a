//! Cells and key parts of one width: UUIDs and arrays.

use hbase_schema::HTable;
use uuid::Uuid;

use crate::kit::Kit;

const UUID: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TAGGED_ROWS")]
#[family("D1")]
struct Tagged {
    #[rowkey]
    id: Uuid,
    owner: Uuid,
    other: Option<Uuid>,
    tag: [u8; 4],
    #[column(text)]
    written: Option<Uuid>,
}

/// Imports rows; returns the store, or the rejects.
async fn imported(csv: &str) -> Result<Kit, String> {
    let kit = Kit::new().await;
    kit.db.create_table::<Tagged>().await.unwrap();
    let table = Tagged::SCHEMA.describe();
    kit.import_all(&table, csv).await.map(|()| kit)
}

#[tokio::test]
async fn uuids_and_arrays_are_those_of_the_struct() {
    let id = Uuid::parse_str(UUID).unwrap();
    let simple = id.simple().to_string().to_uppercase();
    let csv =
        format!("id,owner,other,tag,written\n{UUID},{UUID},{simple},\\x61\\x00\\x62\\x63,{UUID}\n");
    let kit = imported(&csv).await.unwrap();
    let expected = Tagged {
        id,
        owner: id,
        other: Some(id),
        tag: *b"a\0bc",
        written: Some(id),
    };
    let row = kit.db.get(&TaggedKey { id }).await.unwrap();
    assert_eq!(row.as_ref(), Some(&expected));
    // An import reads back the rows that an export writes.
    let condition = format!("owner = {UUID}");
    let csv = kit
        .exported(&Tagged::SCHEMA.describe(), &[&condition])
        .await;
    assert_eq!(csv.lines().count(), 2);
    let kit = imported(&csv).await.unwrap();
    assert_eq!(kit.db.get(&TaggedKey { id }).await.unwrap(), Some(expected));
}

#[tokio::test]
async fn bytes_of_another_width_are_rejected() {
    for (row, expected) in [
        (format!("x,{UUID},,abcd,"), "1 bytes"),
        (
            format!("{UUID},x,,abcd,"),
            "found 1 bytes, expected 16 or a UUID",
        ),
        (format!("{UUID},{UUID},,abc,"), "found 3 bytes, expected 4"),
        (format!("{UUID},{UUID},,abcd,x"), "expected a UUID"),
    ] {
        let csv = format!("id,owner,other,tag,written\n{row}\n");
        let rejects = imported(&csv).await.err().unwrap();
        assert!(rejects.contains(expected), "{row}: {rejects}");
    }
}
