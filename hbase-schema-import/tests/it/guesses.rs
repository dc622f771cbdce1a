//! Guesses from a sample.

use crate::kit::Kit;
use hbase_schema_import::{CsvSource, Guess, Input, Mapping, guess};

async fn guessed(kit: &Kit, csv: impl AsRef<[u8]>) -> Guess {
    let mut source = kit.source(&kit.file("rows.csv", csv)).unwrap();
    guess(&mut source).await.unwrap()
}

#[tokio::test]
async fn types_keys_and_zones_are_guessed() {
    let kit = Kit::new().await;
    let csv = "phone,id,amount,at,since,flag,note,empty\n\
               0138,7,1.50,2015-12-26 12:00:00,2015-12-26T12:00:00Z,true,x,\n\
               0139,-8,2,2015-12-27,2015-12-26T13:00:00+01:00,false,x,\n\
               0140,9,,2015-12-28,2015-12-26T12:00:00Z,true,,\n";
    let guessed = guessed(&kit, csv).await;
    let types: Vec<_> = guessed
        .columns
        .iter()
        .map(|column| column.cell_type)
        .collect();
    assert_eq!(
        types,
        [
            "text", "i64", "decimal", "time", "time", "bool", "text", "text"
        ]
    );
    let zones: Vec<_> = guessed
        .columns
        .iter()
        .filter(|column| column.needs_zone)
        .collect();
    assert_eq!(zones.len(), 1);
    assert_eq!(zones[0].name, "at");
    assert_eq!(
        (guessed.columns[2].nulls, guessed.columns[0].longest),
        (1, 4)
    );

    let text = guessed.mapping("D1", &Mapping::default());
    assert!(text.contains("\n# time_zone = "), "{text}");
    let mut mapping = Mapping::from_toml(&text).unwrap();
    assert_eq!(mapping.columns["amount"], "D1:amount as decimal");
    // Settings that no sample shows are not set.
    assert_eq!(mapping.time_zone, None);
    mapping.time_zone = Some("UTC".to_owned());
    mapping.csv.null = Some(vec!["NULL".to_owned()]);
    mapping.csv.delimiter = '\t';
    mapping.csv.columns = Some(vec!["a\"".to_owned()]);
    let again = Mapping::from_toml(&guessed.mapping("D1", &mapping)).unwrap();
    assert_eq!(again, mapping);
    let policy = guessed.policy().unwrap();
    assert_eq!(policy.columns().collect::<Vec<_>>(), ["phone"]);
    assert_eq!(policy.check(), []);
}

/// One bad value makes a column text: the mapping names the value, so that it is not taken for the rule.
#[tokio::test]
async fn a_type_that_nearly_all_values_have_is_named() {
    let kit = Kit::new().await;
    let rows: String = (1..=20)
        .map(|n| match n {
            7 => "tomorrow,,x7\n".to_owned(),
            n => format!("2026-03-{n:02} 10:00:00,{n},x{n}\n"),
        })
        .collect();
    let guessed = guessed(&kit, format!("at,n,note\n{rows}")).await;
    let mostly = guessed.columns[0].mostly.as_ref().unwrap();
    assert_eq!(
        (mostly.cell_type, mostly.values, mostly.of),
        ("time", 19, 20)
    );
    assert!(
        guessed.columns[1..]
            .iter()
            .all(|column| column.mostly.is_none())
    );
    let text = guessed.mapping("D1", &Mapping::default());
    let line = "\"at\" = \"D1:at as text\"  # 19 of 20 values are `time`, which would reject the others, such as \"tomorrow\"\n";
    assert!(text.contains(line), "{text}");
    assert_eq!(
        Mapping::from_toml(&text).unwrap().columns["at"],
        "D1:at as text"
    );
}

/// Amounts are unique by chance.
#[tokio::test]
async fn the_key_is_of_integers_or_text_before_others() {
    let kit = Kit::new().await;
    for (csv, key, why) in [
        (
            "amount,at,id\n1.5,2015-12-26,b\n2.25,2015-12-27,a\n",
            "id",
            "integers or text that has no value twice",
        ),
        (
            "amount,id\n1.5,a\n2.25,a\n",
            "amount",
            "no column of integers or text is like this",
        ),
    ] {
        let guessed = guessed(&kit, csv).await;
        let policy = guessed.policy().unwrap();
        assert_eq!(policy.columns().collect::<Vec<_>>(), [key]);
        let text = guessed.mapping("D1", &Mapping::default());
        let comment = format!("makes the key of \"{key}\"");
        assert!(text.contains(&comment) && text.contains(why), "{text}");
        Mapping::from_toml(&text).unwrap();
    }
}

#[tokio::test]
async fn text_of_another_encoding_is_reported() {
    let kit = Kit::new().await;
    let csv = b"id,name\n1,\xd6\xd0\n2,\xce\xc4\n";
    let guessed = guessed(&kit, csv).await;
    assert!(guessed.is_undecodable);
    let text = guessed.mapping("D1", &Mapping::default());
    let mapping = Mapping::from_toml(&text).unwrap();
    let mut source = CsvSource::open(Input::File(kit.path("rows.csv")), mapping.csv).unwrap();
    let guessed = guess(&mut source).await.unwrap();
    assert!(!guessed.is_undecodable);
    assert_eq!(guessed.columns[1].longest, 1);
}

#[tokio::test]
async fn another_delimiter_is_suggested() {
    let kit = Kit::new().await;
    let guessed = guessed(&kit, "id;name\n1;x\n").await;
    assert_eq!(guessed.columns.len(), 1);
    let text = guessed.mapping("D1", &Mapping::default());
    assert_eq!(Mapping::from_toml(&text).unwrap().csv.delimiter, ';');
}

#[tokio::test]
async fn a_source_without_rows_is_an_error() {
    let kit = Kit::new().await;
    let mut source = kit.source(&kit.file("rows.csv", "a,b\n1\n")).unwrap();
    let error = guess(&mut source).await.unwrap_err().to_string();
    assert!(error.contains("no valid row"), "{error}");
}
