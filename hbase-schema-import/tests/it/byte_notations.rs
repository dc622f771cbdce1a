//! Text becomes bytes by the mapping's notation, in keys and in cells.

use hbase_schema::HTable;
use hbase_schema_import::Mapping;

use crate::kit::Kit;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RAW_ROWS")]
#[family("D1")]
struct Raw {
    #[rowkey]
    id: Vec<u8>,
    body: Vec<u8>,
    mark: Option<[u8; 2]>,
}

/// Imports one row; the rejects, if it is rejected.
async fn imported(mapping: &str, row: &str) -> Result<Raw, String> {
    let mut kit = Kit::new().await;
    kit.db.create_table::<Raw>().await.unwrap();
    kit.mapping = Mapping::from_toml(mapping).unwrap();
    let csv = format!("id,body,mark\n{row}\n");
    kit.import_all(&Raw::SCHEMA.describe(), &csv).await?;
    let rows = kit.db.scan(Raw::scan().all()).rows().collect().await;
    Ok(rows.unwrap().remove(0))
}

#[tokio::test]
async fn text_becomes_bytes_as_the_mapping_says() {
    let raw = |id: &[u8], body: &[u8]| Raw {
        id: id.to_vec(),
        body: body.to_vec(),
        mark: Some([1, 2]),
    };
    for (mapping, row, expected) in [
        ("", r"a,C:/x86,\x01\x02", raw(b"a", b"C:/x86")),
        ("", r"\xFF,\x00\x01,\x01\x02", raw(b"\xff", b"\0\x01")),
        (
            "bytes = \"shell\"",
            r"a\xFF,\x00b,\x01\x02",
            raw(b"a\xff", b"\0b"),
        ),
        (
            "bytes = \"hex\"",
            r"ff,\xdeadbeef,0x0102",
            raw(b"\xff", b"\xde\xad\xbe\xef"),
        ),
        (
            "bytes = \"base64\"",
            "/w==,3q2+7w==,AQI=",
            raw(b"\xff", b"\xde\xad\xbe\xef"),
        ),
    ] {
        assert_eq!(
            imported(mapping, row).await,
            Ok(expected),
            "{mapping} {row}"
        );
    }
    let text = imported("bytes = \"text\"", r"\x41,C:\x86\foo,");
    let expected = Raw {
        id: br"\x41".to_vec(),
        body: br"C:\x86\foo".to_vec(),
        mark: None,
    };
    assert_eq!(text.await, Ok(expected));
}

#[tokio::test]
async fn what_may_be_text_or_bytes_is_rejected() {
    for (row, column) in [
        (r"a,\xdeadbeef,", "body"),
        (r"a,C:\x86\foo,", "body"),
        (r"a\x00,b,", "id"),
        (r"a,b,a\x00", "mark"),
    ] {
        let rejects = imported("", row).await.unwrap_err();
        assert!(rejects.contains(&format!("2,{column},")), "{rejects}");
        assert!(rejects.contains("set `bytes` in the mapping"), "{rejects}");
    }
    let rejects = imported("bytes = \"hex\"", "a,b,").await.unwrap_err();
    assert!(rejects.contains("two hexadecimal digits"), "{rejects}");
}
