//! Names of columns as bytes and as text.

use hbase_model::ColumnQualifier;

#[test]
fn a_qualifier_is_bytes_that_may_be_text() {
    for (bytes, text) in [
        (&b""[..], Some("")),
        (b"NAME", Some("NAME")),
        ("größe".as_bytes(), Some("größe")),
        (b"a\0b", None),
        (b"\xff\xfe\xfd", None),
    ] {
        let qualifier = ColumnQualifier::new(bytes);
        assert_eq!(qualifier.as_bytes(), bytes);
        assert_eq!(qualifier.len(), bytes.len());
        assert_eq!(qualifier.is_empty(), bytes.is_empty());
        assert_eq!(qualifier.as_text(), text);
    }
}

#[test]
fn a_qualifier_equals_its_text() {
    let qualifier = ColumnQualifier::new("NAME");
    assert!(qualifier == *"NAME" && qualifier == "NAME");
    assert!(qualifier != *"NAM" && qualifier != "NAME2");
    assert_eq!(ColumnQualifier::from("NAME").as_bytes(), b"NAME");
}
