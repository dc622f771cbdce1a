//! Resolves types by the way they are written.

use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{CellFormat, CustomEncoding, EmptyCell, Encoding, TimeOrder};

use crate::support::{U32, encoding, row, tables, tables_of};

fn form(field: &str, more: &str) -> CellFormat {
    let text = row(&format!("#[rowkey] id: u64, {field}")) + more;
    tables(&text)[0].columns[0].facts.format
}

const TEXT: Encoding = Encoding::Text {
    width: None,
    pad: None,
};

#[test]
fn names_are_followed_as_rust_does() {
    let lib = "
        mod types; mod rows; pub mod prelude { pub use crate::types::*; pub use hbase_schema::Timestamp as Moment; }
        pub type Alias = types::Phone;";
    let types = "
        #[derive(KeyPart)] pub struct Phone(pub String);
        #[derive(KeyPart)] pub struct Wrapped<T>(pub T);
        #[derive(KeyPart)] pub struct Timestamp(pub u32);
        pub use inner::Deep as Deeper;
        mod inner { #[derive(KeyPart)] pub struct Deep { pub number: super::Wrapped<i16> } }";
    let rows = "
        use crate::prelude::{Moment, Deeper};
        use crate::{Alias, types as t};
        use t::Wrapped as W;
        #[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
        struct Row {
            #[rowkey(fixed = 11)] phone: Alias,
            #[rowkey] at: Moment,
            #[rowkey] deep: Deeper,
            #[rowkey] stamp: super::types::Timestamp,
            #[rowkey] wrapped: W<W<u32>>,
            #[rowkey] last: self::t::Phone,
            v: u8,
        }
        fn body() {
            type Local = u32;
            use std::string::String as S;
            #[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
            struct Inner { #[rowkey] number: Local, #[rowkey] w: W<u32>, #[rowkey] text: S, v: u8 }
        }";
    let tables = tables_of(&[
        ("src/lib.rs", lib),
        ("src/types.rs", types),
        ("src/rows.rs", rows),
    ]);
    let encodings = |table: usize| {
        let parts = tables[table].key.parts.iter();
        parts.map(|part| part.encoding.clone()).collect::<Vec<_>>()
    };
    let fixed = Encoding::Text {
        width: Some(11),
        pad: None,
    };
    let millis = Encoding::Time(TimeFormat::new(TimeKind::Millis));
    let i16 = Encoding::Integer {
        width: 2,
        signed: true,
    };
    assert_eq!(encodings(0), [fixed, millis, i16, U32, U32, TEXT]);
    assert_eq!(encodings(1), [U32, U32, TEXT]);
}

/// Each file is read once: its types are known in the binary too.
#[test]
fn a_library_and_a_binary_may_share_a_file() {
    let table = row("#[rowkey(fixed = 11)] phone: types::Phone, v: u8");
    let tables = tables_of(&[
        ("src/lib.rs", "pub mod types;"),
        ("src/main.rs", &format!("mod types; {table}")),
        ("src/types.rs", "pub type Phone = String;"),
    ]);
    assert_eq!(tables[0].key.width(), Some(11));
}

/// By the name in the manifest, with `-` as `_`; names of the binary itself come first.
#[test]
fn a_binary_names_its_library() {
    let fields = "#[rowkey(fixed = 11)] phone: call_records::types::Phone, #[rowkey] n: Number, #[rowkey] m: ::call_records::Own, v: u8";
    let main = format!("use call_records::*; type Own = u8; {}", row(fields));
    let lib = "pub mod types; pub type Number = u32; pub type Own = u16;";
    let tables = tables_of(&[
        ("Cargo.toml", "[package]\nname = \"call-records\""),
        ("src/lib.rs", lib),
        ("src/main.rs", &main),
        ("src/types.rs", "pub type Phone = String;"),
    ]);
    assert_eq!(tables[0].key.width(), Some(11 + 4 + 2));
    let renamed = tables_of(&[
        (
            "Cargo.toml",
            "[lib]\nname = \"records\"\n[package]\nname = \"call-records\"",
        ),
        ("src/lib.rs", lib),
        ("src/types.rs", ""),
        (
            "src/bin/tool.rs",
            &row("#[rowkey] id: records::Number, #[rowkey] other: Local, v: u8").replace(
                "#[derive",
                "mod records { pub type Number = u64; } type Local = ::records::Number; #[derive",
            ),
        ),
    ]);
    assert_eq!(renamed[0].key.width(), Some(8 + 4));
}

#[test]
fn a_type_of_the_sources_comes_before_a_known_one() {
    let own = "#[derive(KeyPart)] struct Timestamp(u32);";
    assert_eq!(encoding("#[rowkey] at: Timestamp", own), U32);
    let elsewhere = "mod other { #[derive(KeyPart)] pub struct Timestamp(u32); }";
    let millis = Encoding::Time(TimeFormat::new(TimeKind::Millis));
    assert_eq!(encoding("#[rowkey(salt)] at: Timestamp", elsewhere), millis);
    let codes = "#[derive(KeyPart)] #[repr(u16)] enum Kind { A = 1, B = 2 }";
    let u16 = Encoding::Integer {
        width: 2,
        signed: false,
    };
    assert_eq!(encoding("#[rowkey] kind: Kind", codes), u16);
    let texts = "#[derive(KeyPart)] enum Kind { #[code = \"AB\"] A, #[code = \"CD\"] B }";
    let two = Encoding::Text {
        width: Some(2),
        pad: None,
    };
    assert_eq!(encoding("#[rowkey] kind: Kind", texts), two);
}

#[test]
fn an_encoding_by_hand_is_read_where_it_is_a_literal() {
    let by_hand = "enum Iso {} struct Country([u8; 2]);
        impl KeyPart<Iso> for Country {
            const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new(\"iso\").with_width(2));
            const WIDTH: Option<usize> = Some(2);
        }";
    let expected = Encoding::Custom(CustomEncoding::new("iso").with_width(2));
    assert_eq!(
        encoding("#[rowkey(encoding = Iso)] country: Country", by_hand),
        expected
    );
    let elsewhere = Encoding::Custom(CustomEncoding::new("Iso"));
    assert_eq!(
        encoding("#[rowkey(encoding = other::Iso)] country: Country", by_hand),
        elsewhere
    );
    let time = "enum Days {} impl KeyPart<Days> for Timestamp {
        const ENCODING: Encoding = model::Encoding::Custom(
            CustomEncoding::new(\"Days\").with_width(2).with_time(TimeOrder::Ascending)); }";
    let days = CustomEncoding::new("Days").with_width(2);
    assert_eq!(
        encoding("#[rowkey(encoding = Days)] at: Timestamp", time),
        Encoding::Custom(days.with_time(TimeOrder::Ascending))
    );
    let native = "struct Code(u8); impl NativePart for Code {
        const ENCODING: Encoding = Encoding::Bytes { width: Some(3) }; }";
    let three = Encoding::Bytes { width: Some(3) };
    assert_eq!(encoding("#[rowkey] code: Code", native), three);
}

#[test]
fn cells_by_codec() {
    let long = CellFormat::Integer {
        width: 8,
        signed: true,
    };
    assert_eq!(form("at: chrono::DateTime<chrono::Utc>", ""), long);
    assert_eq!(form("at: Option<jiff::civil::Date>", ""), long);
    assert_eq!(form("#[column(text)] at: Timestamp", ""), CellFormat::Text);
    assert_eq!(form("#[column(text)] n: i128", ""), CellFormat::DecimalText);
    assert_eq!(form("#[column(json)] a: not::Known", ""), CellFormat::Json);
    assert_eq!(
        form("#[column(with = a)] a: not::Known", ""),
        CellFormat::Custom
    );
    let by_hand = "struct Own; impl<'a> hs::EncodeCell<cell::Native> for Own {
        const FACTS: CellFacts = CellFacts::new(CellFormat::Float { width: 4 }, LogicalType::Float { width: 4 }); }";
    assert_eq!(form("own: Own", by_hand), CellFormat::Float { width: 4 });
    let unknown = "struct Own; impl<'a> hs::EncodeCell<cell::Native> for Own {}";
    assert_eq!(form("own: Own", unknown), CellFormat::Custom);
}

#[test]
fn groups_are_columns_of_the_table() {
    let text = "
        mod address {
            type Zip = Option<String>;
            #[derive(Columns)] pub struct Address<T> { city: String, #[column(store_none)] zip: Zip, #[column(\"N\", text)] n: T }
        }
        #[derive(HTable)] #[table(\"DLQX:ORDER_STATE\")] #[family(\"D1\", versions = 3)] #[family(\"D2\", versions = 9)]
        struct Order {
            #[rowkey] number: u64,
            #[family(\"D2\")] #[column(flatten, prefix = \"TO_\")] to: Option<address::Address<u8>>,
            #[family(\"D1\")] #[column(counter)] visits: i64,
            #[family(\"D1\")] #[column(default)] r#type: u8,
            #[timestamp(month)] at: Timestamp,
        }";
    let tables = tables(text);
    let order = &tables[0];
    let shown: Vec<_> = order
        .columns
        .iter()
        .map(|c| {
            format!(
                "{} {}:{} {} {} {} {}{}",
                c.field,
                c.family,
                c.qualifier,
                c.type_name,
                c.facts.absence.is_possible() == Some(true),
                c.default,
                c.counter,
                if c.facts.empty == EmptyCell::Absent {
                    " store_none"
                } else {
                    ""
                }
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "to.city D2:TO_CITY String true false false",
            "to.zip D2:TO_ZIP Zip true false false store_none",
            "to.n D2:TO_N T true false false",
            "visits D1:VISITS i64 false false true",
            "type D1:TYPE u8 false true false",
        ]
    );
    assert_eq!(order.columns[2].facts.format, CellFormat::DecimalText);
    assert_eq!(order.timestamp.as_deref(), Some("at"));
    assert_eq!(
        order.period.map(hbase_model::time::PeriodUnit::name),
        Some("month")
    );
}
