//! Indexes of types whose bytes are those of another one: `Sequence`, and of two values: `bool`.

use hbase_schema::index::Verification;
use hbase_schema::{Connection, HTable, Sequence};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:INVOICE_BOOK", splits = per_bucket)]
#[rowkey(salt = buckets(4))]
#[family("D1")]
#[index("SHOP:INVOICES_BY_BUYER", fields(buyer, desc(number)))]
#[index("SHOP:INVOICES_BY_PAID", fields(paid, number), buckets(2))]
#[index("SHOP:INVOICES_BY_NUMBER", fields(number, paid))]
struct Invoice {
    #[rowkey(salt)]
    number: Sequence<u32>,
    buyer: String,
    #[index("SHOP:INVOICES_UNPAID_LAST", desc)]
    paid: bool,
}

fn invoice(number: u32) -> Invoice {
    Invoice {
        number: Sequence(number),
        buyer: "ada".to_owned(),
        paid: number.is_multiple_of(3),
    }
}

async fn created() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Invoice>().await.unwrap();
    db.put_many((250..260).map(invoice)).await.unwrap();
    db
}

fn numbers(rows: &[Invoice]) -> Vec<u32> {
    rows.iter().map(|row| row.number.0).collect()
}

#[tokio::test]
async fn a_sequence_is_indexed_as_its_number() {
    let db = created().await;
    let of_ada = || Invoice::BY_BUYER_NUMBER.eq("ada");
    let newest = db.query(of_ada()).limit(3).rows().collect().await.unwrap();
    assert_eq!(numbers(&newest), [259, 258, 257]);
    let before = db.query(of_ada().range(..Sequence(253))).rows();
    assert_eq!(numbers(&before.collect().await.unwrap()), [252, 251, 250]);
    let one = db.query(Invoice::BY_NUMBER_PAID.eq(Sequence(256)).eq(false));
    assert_eq!(one.count().await.unwrap(), 1);
    let from = db
        .query(Invoice::BY_NUMBER_PAID.range(Sequence(255)..))
        .rows();
    assert_eq!(
        numbers(&from.collect().await.unwrap()),
        [255, 256, 257, 258, 259]
    );
}

#[tokio::test]
async fn false_comes_before_true() {
    let db = created().await;
    let paid = db.query(Invoice::BY_PAID_NUMBER.eq(true)).rows();
    assert_eq!(numbers(&paid.collect().await.unwrap()), [252, 255, 258]);
    let all = db.query(Invoice::BY_PAID.range(false..=true)).rows();
    let all = all.collect().await.unwrap();
    assert!(all.iter().map(|row| row.paid).is_sorted_by(|a, b| a >= b));
    assert_eq!(all.len(), 10);
    let unpaid = db.query(Invoice::BY_PAID.range(..true)).count();
    assert_eq!(unpaid.await.unwrap(), 7);
    let key = invoice(252).key();
    db.mutate(&key).put(Invoice::PAID, false).await.unwrap();
    let paid = db.query(Invoice::BY_PAID.any([true])).count();
    assert_eq!(paid.await.unwrap(), 2);
    let indexes = db.indexes::<Invoice>();
    let found = indexes.verify(Invoice::BY_PAID, Verification::Report);
    assert_eq!(found.await.unwrap().missing, 0);
}
