//! Every call in its own task: their futures can be sent.

use futures_util::stream;
use hbase_schema::Timestamp;

use crate::support::{
    Order, OrderKey, Plain, PlainKey, Record, RecordKey, memory, order, plain, record,
};

#[tokio::test]
async fn bulk_calls_take_borrowed_iterators_in_a_task() {
    let db = memory().await;
    let done = tokio::spawn(async move {
        let numbered: Vec<(u32, Plain)> = (0..10).map(|n| (n, plain(n))).collect();
        let mut done = db
            .put_many(numbered.iter().map(|(_, row)| row))
            .await
            .unwrap();
        let rows: Vec<Plain> = numbered.iter().map(|(_, row)| row.clone()).collect();
        done += db
            .put_many(rows.iter().filter(|row| row.id > 5))
            .await
            .unwrap();
        done += db.put_many(&rows).await.unwrap();
        done += db
            .put_stream(stream::iter(numbered.iter().map(|(_, row)| row)))
            .await
            .unwrap();
        let keys: Vec<PlainKey> = rows.iter().map(Plain::key).collect();
        let zipped = keys.iter().zip(0..10).map(|(key, _)| key);
        let found = db.get_many(zipped).await.unwrap();
        done += found.iter().flatten().count() as u64;
        done += db
            .delete_many(keys.iter().filter(|key| key.id > 5))
            .await
            .unwrap();
        let orders: Vec<(OrderKey, i64)> = (0..9).map(|n| (OrderKey { number: n }, 1)).collect();
        let by = orders.iter().map(|(key, by)| (key, *by));
        done += db
            .set_counter_many(Order::VISITS, by.clone())
            .await
            .unwrap();
        done += db.increment_many(Order::VISITS, by).await.unwrap();
        done
    });
    assert_eq!(done.await.unwrap(), 10 + 4 + 10 + 10 + 10 + 4 + 9 + 9);
}

#[tokio::test]
async fn calls_on_one_row_run_in_a_task() {
    let db = memory().await;
    let task = tokio::spawn(async move {
        db.create_table_if_missing::<Plain>().await?;
        db.put(&plain(1)).await?;
        db.replace(&plain(1)).await?;
        db.insert(&plain(2)).await?;
        let key = PlainKey { id: 1 };
        db.exists(&key).await?;
        db.get(&key).await?;
        db.get(&key)
            .columns((Plain::N, Plain::NOTE.with_timestamp()))
            .await?;
        db.get_raw(&key).await?;
        db.check(&key).eq(Plain::N, 10).put(&plain(1)).await?;
        db.check(&key)
            .that(Plain::N.gt(1))
            .replace(&plain(1))
            .await?;
        db.check(&key).is_none(Plain::N).delete().await?;
        db.mutate(&key).put(Plain::N, 3).delete(Plain::NOTE).await?;
        db.append(&key, Plain::NOTE, "more").await?;
        db.put(&order(1)).await?;
        db.increment(&order(1).key(), Order::VISITS, 1).await?;
        db.set_counter(&order(1).key(), Order::VISITS, 1).await?;
        db.put(&record("u", 1, 1)).await?;
        let history = RecordKey { user: "u".into() };
        db.history(&history).columns(Record::A).await?;
        db.history(&history).page(1).await?;
        db.delete(&key).await?;
        db.verify::<Plain>().await?;
        db.describe::<Plain>().await?;
        db.flush::<Plain>().await?;
        db.ttl(std::time::Duration::from_secs(60))
            .put(&plain(1))
            .await?;
        db.namespaces().await?;
        db.tables().await?;
        db.close().await
    });
    task.await.unwrap().unwrap();
}

#[tokio::test]
async fn scans_run_in_a_task() {
    let db = memory().await;
    let task = tokio::spawn(async move {
        db.put_many((0..20).map(plain)).await?;
        let mut rows = db.scan(Plain::scan().all()).rows();
        while let Some(row) = rows.next().await {
            row?;
        }
        let ids: Vec<u32> = (5..9).collect();
        for id in ids.iter().map(|id| id + 1) {
            db.scan(Plain::scan().id(id)).count().await?;
        }
        db.scan(Plain::scan().all()).first().await?;
        db.scan(Plain::scan().all())
            .columns(Plain::N)
            .rows()
            .collect()
            .await?;
        db.scan(Plain::scan().all()).keys().collect().await?;
        db.scan(Plain::scan().all())
            .time_range(..Timestamp::now())
            .page(3)
            .await?;
        db.scan(Plain::scan().all()).delete().await
    });
    assert_eq!(task.await.unwrap().unwrap(), 20);
}
