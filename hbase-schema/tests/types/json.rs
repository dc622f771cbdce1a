//! JSON in cells: a value that it cannot represent is an error, not an absent value.

use std::collections::BTreeMap;

use hbase_schema::HTable;
use hbase_schema::model::CellBlock;
use hbase_schema::table::encode_row;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Extra {
    number: f64,
    maybe: Option<f32>,
    list: Vec<f64>,
    map: BTreeMap<String, f64>,
    either: Either,
    text: String,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
enum Either {
    #[default]
    Nothing,
    Pair(f64, f64),
    Named {
        value: f64,
    },
}

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:ORDER_STATE")]
#[family("D1")]
struct Order {
    #[rowkey]
    id: u64,
    state: u8,
    #[column(json)]
    extra: Extra,
    #[column(json)]
    bare: Option<f64>,
}

fn written(extra: Extra, bare: Option<f64>) -> Result<(), String> {
    let order = Order {
        id: 7,
        state: 1,
        extra,
        bare,
    };
    let mut block = CellBlock::new();
    encode_row(&order, &mut block)
        .map(drop)
        .map_err(|error| error.to_string())
}

#[test]
fn numbers_that_json_has_not_are_refused_by_their_field() {
    let extra = Extra::default;
    let wrong = [
        Extra {
            number: f64::NAN,
            ..extra()
        },
        Extra {
            maybe: Some(f32::INFINITY),
            ..extra()
        },
        Extra {
            list: vec![1.0, f64::NEG_INFINITY],
            ..extra()
        },
        Extra {
            map: BTreeMap::from([("a".into(), f64::NAN)]),
            ..extra()
        },
        Extra {
            either: Either::Pair(0.0, f64::NAN),
            ..extra()
        },
        Extra {
            either: Either::Named { value: f64::NAN },
            ..extra()
        },
    ];
    for extra in wrong {
        let error = written(extra.clone(), None).expect_err(&format!("{extra:?}"));
        assert!(
            error.contains("extra") && error.contains("finite"),
            "{error}"
        );
    }
    let error = written(extra(), Some(f64::NAN)).unwrap_err();
    assert!(error.contains("bare") && error.contains("NaN"), "{error}");
}

#[test]
fn null_itself_and_the_word_are_taken() {
    let text = "null and void".to_owned();
    assert_eq!(
        written(
            Extra {
                text,
                ..Extra::default()
            },
            None
        ),
        Ok(())
    );
    assert_eq!(written(Extra::default(), Some(0.5)), Ok(()));
}
