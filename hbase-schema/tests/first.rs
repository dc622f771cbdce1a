//! First light.
use hbase_schema::{HTable, Timestamp};

/// One call of one phone.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "365d", compression = snappy, bloom = row)]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
    #[column("PEER")]
    peer: Option<String>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EVENT_TABLE")]
#[family("D1")]
struct Ev {
    #[rowkey(salt, fixed = 14, reverse_ts)]
    at: Timestamp,
    n: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EVENT_TABLE")]
#[family("D1")]
#[rowkey(separator = "_")]
struct Gen<'a, K: Clone + std::fmt::Debug> {
    #[rowkey]
    user: &'a str,
    #[rowkey]
    k: K,
    n: Option<K>,
}

#[test]
fn works() {
    let at = Timestamp::from_utc(2015, 12, 26, 12, 24, 0).unwrap();
    let call = Call {
        phone: "13812345678".into(),
        at,
        duration_s: 7,
        peer: None,
    };
    use hbase_schema::RowKey;
    assert_eq!(
        call.key().encode().unwrap().as_ref(),
        b"1_13812345678_20151226122400"
    );
    let q = Call::scan().phone("13812345678").at(at..).ranges().unwrap();
    println!("{q:?} {:?}", q.most());
    let q = Call::scan()
        .phone("13812345678")
        .at(at..Timestamp::from_utc(2016, 3, 1, 0, 0, 0).unwrap())
        .ranges()
        .unwrap();
    println!("{q:?} {:?}", q.most());
    let q = Call::scan()
        .phone(hbase_schema::prefix("138"))
        .ranges()
        .unwrap();
    println!("{q:?} {:?}", q.most());
    let q = Call::scan().phone("13812345678").at(at).ranges().unwrap();
    println!("{q:?} {:?}", q.most());
    println!("{}", Call::DDL);
    println!("{:?}", Call::SCHEMA.key);
    let mut block = hbase_schema::model::CellBlock::new();
    let k = hbase_schema::table::encode_row(&call, &mut block).unwrap();
    println!("{k:?}");
    let row = hbase_schema::model::Row::new(block.take()).unwrap();
    assert_eq!(hbase_schema::table::decode_row::<Call>(&row).unwrap(), call);
    let ev = Ev { at, n: 1 };
    println!("{:?}", ev.key().encode());
    println!("{:?}", Ev::scan().at(at).ranges());
    println!("{:?}", Ev::scan().at(at..).ranges());
    let g = Gen {
        user: "x",
        k: 7u32,
        n: Some(7u32),
    };
    println!("{:?}", g.key().encode());
    println!("{:?}", Gen::<u32>::scan().user("x").ranges());
}
