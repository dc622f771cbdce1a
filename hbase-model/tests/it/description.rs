//! Descriptions that contradict themselves, or exceed limits.

use hbase_model::description::Description;
use hbase_model::{AbsentCell, DescribedColumn, LogicalType, TimeLibrary};

/// A good description: a salted text key and one column.
pub(crate) const GOOD: &str = r#"{
  "format": "hbase-schema/1",
  "row": "Call",
  "name": "DLQX:CALL_RECORD",
  "key": {
    "width": 28,
    "salt": {
      "algorithm": { "kind": "region_number", "regions": 6, "width": 1 },
      "separator": "_",
      "from": ["phone", "at"]
    },
    "parts": [
      {
        "name": "phone", "offset": 2,
        "encoding": { "kind": "text", "width": 11 },
        "separator": "_",
        "salt": { "take": "last", "count": 4 }
      },
      {
        "name": "at",
        "encoding": { "kind": "time_digits", "digits": 14 },
        "salt": { "take": "format", "pattern": "yyyyMM" }
      }
    ]
  },
  "families": [{ "name": "D1", "attributes": { "TTL": "60" } }],
  "splits": { "kind": "keys", "keys": [{ "text": "0|", "hex": "307c" }] },
  "columns": [{
    "field": "n", "family": "D1", "qualifier": "N", "type": "u32",
    "codec": "java", "form": { "kind": "integer", "width": 4, "signed": false }
  }]
}"#;

fn error(json: &str) -> String {
    let table = Description::from_json(json).and_then(|description| description.table());
    table.expect_err("accepted").to_string()
}

#[test]
fn a_good_one_comes_back() {
    let table = Description::from_json(GOOD).and_then(|description| description.table());
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    let call = [
        "13812345678".into(),
        hbase_model::PartValue::Time(1_451_132_640_000),
    ];
    assert_eq!(
        table.key.encode(&call).as_deref(),
        Ok(&b"1_13812345678_20151226122400"[..])
    );
    let again = Description::of(&table);
    let parsed = Description::from_json(&again.to_string());
    assert_eq!(parsed.and_then(|d| d.table()).ok(), Some(table));
    assert_eq!(again.key.parts[1].offset, Some(14));
    let all = Description::all_to_json(&[again.clone(), again.clone()]);
    let read = Description::all_from_json(&all).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, [again.clone(), again]);
}

#[test]
fn the_column_that_counts_comes_back() {
    let json = GOOD.replace(
        "\"row\": \"Call\"",
        "\"row_version\": \"n\", \"row\": \"Call\"",
    );
    let table = Description::from_json(&json).and_then(|description| description.table());
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(table.row_version.as_deref(), Some("n"));
    let json = Description::of(&table).to_string();
    let again = Description::from_json(&json).and_then(|description| description.table());
    assert_eq!(again.ok(), Some(table));
}

#[test]
fn metadata_comes_back() {
    let table = Description::from_json(GOOD).and_then(|description| description.table());
    let mut table = table.unwrap_or_else(|error| panic!("{error}"));
    table.descriptor.metadata = vec![("OWNER".into(), "billing".into())].into();
    let family = &mut table.descriptor.families.to_mut()[0];
    family.metadata = vec![("A".into(), "1".into()), ("B".into(), "2".into())].into();
    let json = Description::of(&table).to_string();
    let again = Description::from_json(&json).and_then(|description| description.table());
    assert_eq!(again.ok(), Some(table));
}

/// A column of the version 1, of a type and codec.
fn of_version_1(ty: &str, codec: &str, form: &str, more: &str) -> DescribedColumn {
    let json = GOOD
        .replace("\"u32\"", &format!("\"{ty}\"{more}"))
        .replace("\"codec\": \"java\"", &format!("\"codec\": \"{codec}\""))
        .replace(
            "\"kind\": \"integer\", \"width\": 4, \"signed\": false",
            &format!("\"kind\": \"{form}\""),
        );
    let table = Description::from_json(&json).and_then(|found| found.table());
    let mut table = table.unwrap_or_else(|error| panic!("{ty}: {error}"));
    table.columns.remove(0)
}

/// A name that any type could have says nothing.
#[test]
fn the_version_1_knows_types_by_their_names() {
    let integer = LogicalType::Integer {
        width: 2,
        signed: true,
    };
    let never = AbsentCell::Error;
    for (ty, codec, form, more, value, absent) in [
        ("i16", "text", "decimal_text", "", integer, never),
        ("String", "java", "text", "", LogicalType::Text, never),
        (
            "Cow<'static,str>",
            "java",
            "text",
            "",
            LogicalType::Text,
            never,
        ),
        (
            "Timestamp",
            "text",
            "text",
            "",
            LogicalType::Timestamp,
            never,
        ),
        (
            "When",
            "text",
            "text",
            "",
            LogicalType::Unknown,
            AbsentCell::Unknown,
        ),
        (
            "Instr",
            "java",
            "text",
            "",
            LogicalType::Unknown,
            AbsentCell::Unknown,
        ),
        (
            "Option<Uuid>",
            "java",
            "bytes",
            ", \"optional\": true",
            LogicalType::Uuid,
            AbsentCell::Null,
        ),
        (
            "Option<String>",
            "java",
            "text",
            ", \"optional\": true, \"store_none\": true",
            LogicalType::Text,
            AbsentCell::NullAsEmpty,
        ),
        (
            "serde_json::Value",
            "json",
            "json",
            "",
            LogicalType::Json,
            AbsentCell::Null,
        ),
        (
            "Tags",
            "json",
            "json",
            "",
            LogicalType::Json,
            AbsentCell::Unknown,
        ),
    ] {
        let column = of_version_1(ty, codec, form, more);
        assert_eq!(column.facts.logical_type, value, "{ty}");
        assert_eq!(column.absent_cell(), absent, "{ty}");
    }
}

/// The types of the libraries that version 1 knows, and types of a program that have similar names.
#[test]
fn the_version_1_knows_each_library_by_its_names() {
    use LogicalType::{Bytes, Date, DateTime, FixedBytes, Float, Moment, Text, Time, Unknown};
    let (chrono, jiff) = (TimeLibrary::Chrono, TimeLibrary::Jiff);
    let check = |ty, codec, form, value| {
        let column = of_version_1(ty, codec, form, "");
        assert_eq!(column.facts.logical_type, value, "{ty}");
    };
    for (ty, value) in [
        ("bool", LogicalType::Bool),
        ("Decimal", LogicalType::RustDecimal),
        ("BigDecimal", LogicalType::Decimal),
        ("uuid::Uuid", LogicalType::Uuid),
        ("TimeOfDay", LogicalType::TimeOfDay),
        ("DateTime<Utc>", Moment { library: chrono }),
        ("NaiveDateTime", DateTime { library: chrono }),
        ("NaiveDate", Date { library: chrono }),
        ("NaiveTime", Time { library: chrono }),
        ("jiff::Timestamp", Moment { library: jiff }),
        ("civil::DateTime", DateTime { library: jiff }),
        ("jiff::civil::Date", Date { library: jiff }),
        ("civil::Time", Time { library: jiff }),
        ("Date", Unknown),
    ] {
        check(ty, "text", "text", value);
    }
    check("f32", "text", "decimal_text", Float { width: 4 });
    check("f64", "text", "decimal_text", Float { width: 8 });
    check("u9", "text", "decimal_text", Unknown);
    check("Box<str>", "java", "text", Text);
    check("[u8; 5]", "java", "bytes", FixedBytes { width: 5 });
    check("Vec<u8>", "java", "bytes", Bytes);
    check("Cow<'static,[u8]>", "java", "bytes", Bytes);
}

/// The members that version 2 has in their place would contradict them.
#[test]
fn members_of_the_version_1_are_errors_in_the_next_one() {
    let newer = GOOD.replace("schema/1", "schema/2");
    let unknown = Description::from_json(&newer).and_then(|found| found.table());
    let unknown = unknown.unwrap_or_else(|error| panic!("{error}"));
    assert!(unknown.columns[0].is_unknown());
    for member in ["optional", "store_none"] {
        let both = newer.replace("\"u32\"", &format!("\"u32\", \"{member}\": false"));
        let found = error(&both);
        assert!(
            found.starts_with(&format!("`columns[0].{member}`: ")),
            "{found}"
        );
    }
}

#[test]
#[allow(clippy::too_many_lines, reason = "one line an error")]
fn what_is_wrong_is_named() {
    for (good, wrong, expected) in [
        (
            "schema/1",
            "schema/3",
            "found a description of the version 3, expected the version 2 or an older one",
        ),
        (
            "schema/1",
            "schema/x",
            "found the format `hbase-schema/x`, expected `hbase-schema/2`",
        ),
        ("\"row\"", "\"rwo\"", "unknown field `rwo`"),
        (
            "\"row\": \"Call\"",
            "\"table_date\": \"day\", \"row\": \"Call\"",
            "`table_date`: found `day`, but the name DLQX:CALL_RECORD contains no date",
        ),
        (
            "\"row\": \"Call\"",
            "\"row_version\": \"writes\", \"row\": \"Call\"",
            "`row_version`: found `writes`, which is not the field of one of the columns",
        ),
        (
            "\"columns\": [{\n    \"field\": \"n\", \"family\": \"D1\", \"qualifier\": \"N\", \"type\": \"u32\"",
            "\"row_version\": \"n\", \"columns\": [{ \"field\": \"n\", \"family\": \"D1\", \"qualifier\": \"N\", \"type\": \"u8\"",
            "`row_version`: found `n`, which is not an integer of 2 to 8 bytes",
        ),
        (
            "\"row\": \"Call\"",
            "\"table_date\": \"\", \"row\": \"Call\"",
            "`table_date`: found \"\", expected a name on one line",
        ),
        (
            "\"width\": 28",
            "\"width\": 27",
            "`key.width`: found 27, but 28 follows from the other members",
        ),
        (
            "\"offset\": 2",
            "\"offset\": 3",
            "`key.parts[0].offset`: found 3, but 2 follows",
        ),
        (
            "[\"phone\", \"at\"]",
            "[\"at\"]",
            "`key.salt.from`: found [\"at\"], but [\"phone\", \"at\"] follows",
        ),
        (
            "\"regions\": 6",
            "\"regions\": 1",
            "`key.salt.algorithm.regions`: found 1, expected 2 to",
        ),
        (
            "\"digits\": 14",
            "\"digits\": 9",
            "`key.parts[1].encoding.digits`: found 9, expected one of [4, 6, 8, 10, 12, 13, 14, 17, 19]",
        ),
        (
            "yyyyMM",
            "YYYY",
            "`key.parts[1].salt.pattern`: found `YYYY`",
        ),
        (
            "\"take\": \"last\", \"count\": 4",
            "\"take\": \"format\", \"pattern\": \"yyyy\"",
            "`key.parts[0].salt.take`: the part is not a time",
        ),
        (
            "\"kind\": \"text\", \"width\": 11",
            "\"kind\": \"text\", \"width\": 0",
            "`key.parts[0].encoding.width`: found 0, expected 1 to 65535",
        ),
        (
            "\"kind\": \"text\", \"width\": 11",
            "\"kind\": \"text\", \"pad_left\": \"0\"",
            "`key.parts[0].encoding.pad_left`: has no effect without `width`",
        ),
        (
            "\"kind\": \"text\", \"width\": 11",
            "\"kind\": \"texts\"",
            "unknown variant `texts`",
        ),
        (
            "\"separator\": \"_\",\n        \"salt\"",
            "\"separator\": \"\",\n        \"salt\"",
            "`key.parts[0].separator`: found an empty text",
        ),
        (
            "\"TTL\": \"60\"",
            "\"TTL\": \"0\"",
            "`families[0].attributes.TTL`: found \"0\", expected 1 to 2147483647 seconds",
        ),
        (
            "\"TTL\": \"60\"",
            "\"TTLS\": \"60\"",
            "`families[0].attributes`: found `TTLS`, expected one of VERSIONS",
        ),
        (
            "\"TTL\": \"60\"",
            "\"VERSIONS\": \"x\"",
            "`families[0].attributes.VERSIONS`: found \"x\", expected 1 to 2147483647",
        ),
        (
            "307c",
            "307",
            "`splits.keys[0].hex`: found \"307\", expected pairs of hex digits",
        ),
        (
            "\"text\": \"0|\"",
            "\"text\": \"1|\"",
            "`splits.keys`: found",
        ),
        (
            "\"family\": \"D1\"",
            "\"family\": \"D2\"",
            "`columns[0].family`: found `D2`, which is not one of the families",
        ),
        (
            "\"codec\": \"java\"",
            "\"codec\": \"with\"",
            "`columns[0].module`: missing",
        ),
        ("DLQX:CALL_RECORD", "DLQX:", "`name`: "),
        (
            "\"Call\"",
            "\"Call\\nexit\"",
            "`row`: found \"Call\\nexit\", expected a name on one line",
        ),
        (
            "\"name\": \"at\"",
            "\"name\": \"\"",
            "`key.parts[1].name`: found \"\", expected a name on one line",
        ),
        (
            "\"name\": \"at\"",
            "\"name\": \"phone\"",
            "`key.parts[1]`: found `phone` again, as in key.parts[0]: write it once",
        ),
        (
            "\"field\": \"n\"",
            "\"field\": \"n\\r\"",
            "`columns[0].field`: found \"n\\r\"",
        ),
        (
            "{ \"name\": \"D1\", ",
            "{ \"name\": \"D1\" }, { \"name\": \"D1\", ",
            "`families[1]`: found `D1` again",
        ),
        (
            "\"columns\": [{",
            "\"columns\": [{ \"field\": \"m\", \"family\": \"D1\", \"qualifier\": \"N\", \"type\": \"u8\",
                \"codec\": \"java\", \"form\": { \"kind\": \"bool\" } }, {",
            "`columns[1]`: found `D1:N` again, as in columns[0]",
        ),
        (
            "\"kind\": \"keys\", \"keys\": [{ \"text\": \"0|\", \"hex\": \"307c\" }]",
            "\"kind\": \"uniform\", \"regions\": 4000000000",
            "`splits`: found 4000000000 regions, expected at most 100000",
        ),
        (
            "\"regions\": 6, \"width\": 1 },\n      \"separator\": \"_\"",
            "\"regions\": 20, \"width\": 1 },\n      \"separator\": \"1\"",
            "`key.salt`: where its digits end cannot be determined",
        ),
        (
            "\"name\": \"phone\", \"offset\": 2",
            "\"name\": \"phone\", \"offset\": 2, \"codes\": \"1=Open,Closed\"",
            "`key.parts[0].codes`: found `1=Open,Closed`, expected codes with their variants",
        ),
    ] {
        assert!(GOOD.contains(good), "{good}");
        let found = error(&GOOD.replace(good, wrong));
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

#[test]
fn parts_without_an_end_and_salts_without_food() {
    let open = GOOD.replace("\"kind\": \"text\", \"width\": 11", "\"kind\": \"text\"");
    let open = open
        .replace("\"offset\": 2,\n", "\n")
        .replace("\"width\": 28,", "");
    assert!(
        Description::from_json(&open)
            .and_then(|d| d.table())
            .is_ok()
    );
    let unseparated = open.replace("\"separator\": \"_\",\n        \"salt\"", "\"salt\"");
    // The part after it has a fixed width, so that it is decoded from the right.
    assert!(
        Description::from_json(&unseparated)
            .and_then(|d| d.table())
            .is_ok()
    );
    let endless = unseparated.replace(
        "\"kind\": \"time_digits\", \"digits\": 14",
        "\"kind\": \"text\"",
    );
    let endless = endless.replace(
        "\"take\": \"format\", \"pattern\": \"yyyyMM\"",
        "\"take\": \"whole\"",
    );
    assert!(error(&endless).starts_with("`key.parts[0]`: its end cannot be determined"));
    let unfed = GOOD.replace(
        "\"salt\": { \"take\": \"last\", \"count\": 4 }",
        "\"descending\": false",
    );
    let unfed = unfed.replace(
        ",\n        \"salt\": { \"take\": \"format\", \"pattern\": \"yyyyMM\" }",
        "",
    );
    assert!(
        error(&unfed).starts_with("`key.salt`: no part feeds it"),
        "{}",
        error(&unfed)
    );
}

/// Dynamic columns of the version 1, of a map with these types.
#[test]
fn the_version_1_knows_the_values_of_dynamic_columns_by_the_last_type() {
    let width = 4;
    for (ty, form, value) in [
        (
            "BTreeMap<String,u32>",
            r#""kind": "integer", "width": 4, "signed": false"#,
            LogicalType::Integer {
                width,
                signed: false,
            },
        ),
        (
            "BTreeMap<u32,String>",
            r#""kind": "text""#,
            LogicalType::Text,
        ),
        ("Columns", r#""kind": "text""#, LogicalType::Unknown),
    ] {
        let dynamic = format!(
            r#""dynamic": [{{ "field": "d", "family": "D1", "type": "{ty}", "codec": "java",
                "form": {{ {form} }}, "qualifier": {{ "parts": [
                    {{ "name": "id", "encoding": {{ "kind": "text" }} }}] }} }}], "columns""#
        );
        let json = GOOD.replacen("\"columns\"", &dynamic, 1);
        let table = Description::from_json(&json).and_then(|found| found.table());
        let table = table.unwrap_or_else(|error| panic!("{ty}: {error}"));
        assert_eq!(table.dynamic[0].logical_type, value, "{ty}");
    }
    let custom = of_version_1("String", "with\", \"module\": \"my", "text", "");
    assert_eq!(custom.facts.logical_type, LogicalType::Unknown);
    for (ty, form) in [
        ("u7", "decimal_text"),
        ("i256", "decimal_text"),
        ("f16", "decimal_text"),
    ] {
        assert_eq!(
            of_version_1(ty, "text", form, "").facts.logical_type,
            LogicalType::Unknown
        );
    }
    let bytes = of_version_1("[u8;x]", "java", "bytes", "");
    assert_eq!(bytes.facts.logical_type, LogicalType::Unknown);
}

#[test]
fn the_timestamp_has_a_period_only_with_a_field() {
    let with = |members: &str| GOOD.replacen("\"row\"", &format!("{members}, \"row\""), 1);
    let read = |json: &str| {
        let table = Description::from_json(json).and_then(|found| found.table());
        table.map(|table| (table.timestamp, table.period)).ok()
    };
    let at = || Some("at".to_owned());
    let day = hbase_model::time::PeriodUnit::Day;
    assert_eq!(read(&with(r#""timestamp": "at""#)), Some((at(), None)));
    let both = r#""timestamp": "at", "timestamp_period": "day""#;
    assert_eq!(read(&with(both)), Some((at(), Some(day))));
    for (members, expected) in [
        (
            r#""timestamp_period": "day""#,
            "found `day` without `timestamp`",
        ),
        (
            r#""timestamp": "at", "timestamp_period": "week""#,
            "found `week`, expected one of `hour`, `day`, `month`",
        ),
        (
            r#""timestamp": """#,
            "found \"\", expected a name on one line",
        ),
    ] {
        let found = error(&with(members));
        assert!(found.contains(expected), "{found}");
    }
}
