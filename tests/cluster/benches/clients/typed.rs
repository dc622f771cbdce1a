//! The typed layer on the native client.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hbase_schema::Connection;

use super::IN_FLIGHT;
use super::shared::{Outcome, Turn, User, UserKey, id, measured, numbers, user};

pub(super) struct Typed {
    db: Connection,
    rows: u32,
}

impl Typed {
    pub(super) fn new(db: Connection, rows: u32) -> Self {
        Self { db, rows }
    }

    pub(super) async fn turn(&self, work: &str) -> Outcome<Turn> {
        measured(async {
            match work {
                "put" => Ok(self.db.put_many((0..self.rows).map(user)).await?),
                "scan" => self.scan().await,
                "get" => self.get().await,
                _ => self.get_in_flight().await,
            }
        })
        .await
    }

    async fn scan(&self) -> Outcome<u64> {
        let mut rows = self.db.scan(User::scan().all()).rows();
        let mut count = 0;
        while let Some(row) = rows.next().await {
            std::hint::black_box(row?);
            count += 1;
        }
        assert_eq!(count, u64::from(self.rows));
        Ok(count)
    }

    async fn get(&self) -> Outcome<u64> {
        let mut count = 0;
        for number in numbers(self.rows) {
            self.get_one(number).await?;
            count += 1;
        }
        Ok(count)
    }

    async fn get_in_flight(&self) -> Outcome<u64> {
        let gets = stream::iter(numbers(self.rows)).map(|number| self.get_one(number));
        let gets = gets.buffer_unordered(IN_FLIGHT as usize);
        let count = gets.try_fold(0, |count, ()| async move { Ok(count + 1) });
        count.await
    }

    async fn get_one(&self, number: u32) -> Outcome {
        let key = UserKey { id: id(number) };
        let found = self.db.get(&key).await?;
        assert_eq!(found.map(|user| user.id), Some(key.id));
        Ok(())
    }
}
