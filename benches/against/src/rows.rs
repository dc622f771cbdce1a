//! Rows without an index in the store `memory:`: `run.sh` measures its CPU time with two versions of the library.

use hbase_schema::{Error, HTable, connect};

const ROWS: u32 = 20_000;
const ROUNDS: u32 = 5;

#[derive(HTable, Clone)]
#[table("DLQX:AGAINST")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    sender: String,
    subject: String,
    sent: i64,
    size: u32,
}

fn mail(id: u32, round: u32) -> Mail {
    Mail {
        user: format!("user{}", id % 100),
        id,
        sender: format!("sender{}", (id + round) % 1000),
        subject: format!("minutes of meeting {id}"),
        sent: 1_450_000_000_000 + i64::from(id),
        size: id.wrapping_mul(7),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let db = connect("memory:").await?;
    db.create_table::<Mail>().await?;
    for round in 0..ROUNDS {
        let rows: Vec<Mail> = (0..ROWS).map(|id| mail(id, round)).collect();
        for row in &rows[..ROWS as usize / 2] {
            db.put(row).await?;
        }
        db.put_many(&rows).await?;
        for row in &rows[..ROWS as usize / 2] {
            assert!(db.get(&row.key()).await?.is_some());
        }
        let read = db.scan(Mail::scan().all()).rows().collect().await?;
        assert_eq!(read.len(), ROWS as usize);
        for row in &rows[..ROWS as usize / 20] {
            db.delete(&row.key()).await?;
        }
    }
    Ok(())
}
