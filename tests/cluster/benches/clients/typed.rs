//! The typed layer on the native client.

use hbase_schema::Connection;

use super::shared::{Outcome, Turn, User, UserKey, id, measured, scan, user};
use super::{IN_FLIGHT, gets};

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
                "scan" => scan(&self.db, self.rows).await,
                "unordered" => self.unordered().await,
                "get" => gets(self.rows, 1, |number| self.get(number)).await,
                _ => gets(self.rows, IN_FLIGHT, |number| self.get(number)).await,
            }
        })
        .await
    }

    async fn unordered(&self) -> Outcome<u64> {
        let mut found = self.db.scan(User::scan().all()).unordered().rows();
        let mut count = 0;
        while let Some(row) = found.next().await {
            std::hint::black_box(row?);
            count += 1;
        }
        assert_eq!(count, u64::from(self.rows));
        Ok(count)
    }

    async fn get(&self, number: u32) -> Outcome {
        let key = UserKey { id: id(number) };
        let found = self.db.get(&key).await?;
        assert_eq!(found.map(|user| user.id), Some(key.id));
        Ok(())
    }
}
