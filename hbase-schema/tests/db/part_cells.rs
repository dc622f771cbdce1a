//! Cells in the encodings of key parts.

use hbase_schema::{Connection, HTable, KeyPart, RowFilter, TimeOfDay, Timestamp, connect};

#[derive(KeyPart, Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Cents(i64);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:PART_CELLS")]
#[family("D1")]
struct Sale {
    #[rowkey]
    id: u32,
    #[column(part)]
    balance: i32,
    #[column(part)]
    cents: Option<Cents>,
    #[column(part(desc))]
    rank: Option<i64>,
    #[column(part(fixed = 6))]
    digits: u32,
    #[column(part(java))]
    java: i32,
    #[column(part(ordered))]
    price: Option<f64>,
    #[column(part(fixed = 4, pad_left = '0'))]
    code: String,
    #[column(part)]
    name: Option<String>,
    #[column(part(format = "yyyyMMdd", truncate))]
    day: Timestamp,
    #[column(part(minute_of_day))]
    minute: TimeOfDay,
    #[column(part(reverse), store_none)]
    reversed: Option<String>,
}

const DAY_MS: i64 = 86_400_000;

fn sale(id: u32, balance: i32) -> Sale {
    Sale {
        id,
        balance,
        cents: (id != 1).then_some(Cents(i64::from(balance) * 100)),
        rank: Some(i64::from(balance)),
        digits: id,
        java: balance,
        price: Some(f64::from(balance) / 2.0),
        code: id.to_string(),
        name: (id != 2).then(|| format!("n{id}")),
        day: Timestamp::from_millis(i64::from(id) * DAY_MS),
        minute: TimeOfDay::from_millis(id * 60_000).unwrap(),
        reversed: (id != 3).then(|| "ab".into()),
    }
}

async fn filled() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Sale>().await.unwrap();
    let rows = [(1, -5), (2, 0), (3, 7)];
    db.put_many(rows.map(|(id, balance)| sale(id, balance)))
        .await
        .unwrap();
    db
}

async fn ids(db: &Connection, filter: RowFilter<Sale>) -> Vec<u32> {
    let rows = db.scan(Sale::scan().all()).filter(filter).rows();
    let rows = rows.collect().await.unwrap();
    rows.iter().map(|row: &Sale| row.id).collect()
}

#[tokio::test]
async fn the_bytes_are_those_of_key_parts() {
    let db = filled().await;
    let key = SaleKey { id: 1 };
    assert_eq!(db.get(&key).await.unwrap(), Some(sale(1, -5)));
    let row = db.get_raw(&key).await.unwrap().unwrap();
    let cell = |qualifier: &str| row.value(b"D1", qualifier.as_bytes());
    assert_eq!(cell("BALANCE"), Some(&[0x7f, 0xff, 0xff, 0xfb][..]));
    assert_eq!(cell("CENTS"), None);
    let desc = (-5_i64 ^ i64::MIN).to_be_bytes().map(|byte| !byte);
    assert_eq!(cell("RANK"), Some(&desc[..]));
    assert_eq!(cell("DIGITS"), Some(&b"000001"[..]));
    assert_eq!(cell("JAVA"), Some(&(-5_i32).to_be_bytes()[..]));
    assert_eq!(cell("CODE"), Some(&b"0001"[..]));
    assert_eq!(cell("DAY"), Some(&b"19700102"[..]));
    assert_eq!(cell("MINUTE"), Some(&[0, 1][..]));
    assert_eq!(cell("REVERSED"), Some(&b"ba"[..]));
    let row = db.get_raw(&SaleKey { id: 3 }).await.unwrap().unwrap();
    assert_eq!(row.value(b"D1", b"REVERSED"), Some(&[][..]));
}

#[tokio::test]
async fn comparisons_by_equality() {
    let db = filled().await;
    assert_eq!(ids(&db, Sale::BALANCE.eq(-5)).await, [1]);
    assert_eq!(ids(&db, Sale::JAVA.ne(-5)).await, [2, 3]);
    assert_eq!(ids(&db, Sale::DIGITS.is_in([1, 3])).await, [1, 3]);
    assert_eq!(ids(&db, Sale::CENTS.eq(Cents(700))).await, [3]);
    assert_eq!(ids(&db, Sale::CENTS.eq(None::<Cents>)).await, [1]);
    assert_eq!(ids(&db, Sale::NAME.eq("n3")).await, [3]);
    assert_eq!(ids(&db, Sale::NAME.eq("n3".to_owned())).await, [3]);
    assert_eq!(ids(&db, Sale::NAME.is_none()).await, [2]);
    assert_eq!(ids(&db, Sale::REVERSED.eq("ab")).await, [1, 2]);
    assert_eq!(ids(&db, Sale::REVERSED.is_none()).await, [3]);
    let put = db.check(&SaleKey { id: 1 }).eq(Sale::BALANCE, -5);
    assert!(put.put(&sale(1, -6)).await.unwrap());
    assert_eq!(ids(&db, Sale::BALANCE.eq(-6)).await, [1]);
}

#[tokio::test]
async fn comparisons_by_order() {
    let db = filled().await;
    assert_eq!(ids(&db, Sale::BALANCE.lt(0)).await, [1]);
    assert_eq!(ids(&db, Sale::BALANCE.between(-5..=0)).await, [1, 2]);
    // Larger values have smaller bytes.
    assert_eq!(ids(&db, Sale::RANK.lt(0)).await, [1]);
    assert_eq!(ids(&db, Sale::RANK.ge(Some(0))).await, [2, 3]);
    assert_eq!(ids(&db, Sale::PRICE.gt(-2.5)).await, [2, 3]);
    assert_eq!(ids(&db, Sale::CENTS.ge(Cents(0))).await, [2, 3]);
    assert_eq!(ids(&db, Sale::NAME.gt("n1")).await, [3]);
    let noon = |day: i64| Timestamp::from_millis(day * DAY_MS + DAY_MS / 2);
    // The column has whole days: noon is between two of them.
    assert_eq!(ids(&db, Sale::DAY.lt(noon(2))).await, [1, 2]);
    assert_eq!(ids(&db, Sale::DAY.le(noon(1))).await, [1]);
    assert_eq!(ids(&db, Sale::DAY.gt(noon(1))).await, [2, 3]);
    assert!(ids(&db, Sale::DAY.ge(noon(3))).await.is_empty());
    assert_eq!(ids(&db, Sale::DIGITS.le(2)).await, [1, 2]);
    let check = db.check(&SaleKey { id: 3 }).gt(Sale::BALANCE, 6);
    assert!(check.put(&sale(3, 8)).await.unwrap());
}

#[tokio::test]
async fn values_that_the_encoding_lacks_are_errors() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Sale>().await.unwrap();
    let mut row = sale(1, 1);
    row.digits = 1_000_000;
    let error = db.put(&row).await.unwrap_err().to_string();
    assert!(error.contains("`digits`"), "{error}");
    db.mutate(&SaleKey { id: 1 })
        .put_raw("D1", b"BALANCE", b"123")
        .await
        .unwrap();
    let error = db.get(&SaleKey { id: 1 }).await.unwrap_err().to_string();
    assert!(error.contains("BALANCE"), "{error}");
}

#[test]
fn the_facts_are_those_of_the_encoding() {
    let column = Sale::RANK.schema();
    assert_eq!(
        column.cell(),
        "as a key part: signed 64-bit integer, big-endian, sign bit flipped, descending"
    );
    assert!(Sale::BALANCE.schema().is_always_written());
}
