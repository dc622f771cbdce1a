//! The messages of gets, sent and received as bytes.

use hbase_schema_cluster_tests::Cluster;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::shared::{GETS, Outcome, Turn, id, measured, numbers};

/// A new socket for each turn: the gateway closes sockets that are idle for a minute, and on a busy machine
/// the other side's turn may take longer.
pub(super) struct Bytes {
    cluster: Cluster,
    rows: u32,
}

impl Bytes {
    pub(super) fn new(cluster: &Cluster, rows: u32) -> Self {
        Self {
            cluster: cluster.clone(),
            rows,
        }
    }

    pub(super) async fn turn(&self) -> Outcome<Turn> {
        let mut stream = TcpStream::connect(&self.cluster.thrift).await?;
        stream.set_nodelay(true)?;
        let requests: Vec<_> = numbers(self.rows).into_iter().map(request).collect();
        let mut answer = vec![0; 1 << 16];
        measured(async {
            for request in &requests {
                stream.write_all(request).await?;
                // One read suffices, because a row of this table is short.
                let length = stream.read(&mut answer).await?;
                if length <= request.len() {
                    return Err(format!("an answer of {length} bytes, expected one row").into());
                }
            }
            Outcome::Ok(u64::from(GETS))
        })
        .await
    }
}

/// `getRowWithColumnsTs` in Thrift's binary protocol.
fn request(number: u32) -> Vec<u8> {
    let mut bytes = 0x8001_0001_u32.to_be_bytes().to_vec();
    text(&mut bytes, b"getRowWithColumnsTs");
    bytes.extend(1_u32.to_be_bytes());
    bytes.extend([11, 0, 1]);
    text(&mut bytes, b"DLQX:BENCH_RUST");
    bytes.extend([11, 0, 2]);
    text(&mut bytes, format!("{:08}", id(number)).as_bytes());
    bytes.extend([15, 0, 3, 11, 0, 0, 0, 4]);
    for column in ["D1:NAME", "D1:AGE", "D1:BALANCE", "D1:SCORE"] {
        text(&mut bytes, column.as_bytes());
    }
    bytes.extend([10, 0, 4]);
    bytes.extend(i64::MAX.to_be_bytes());
    bytes.push(0);
    bytes
}

fn text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend(u32::try_from(text.len()).unwrap_or(0).to_be_bytes());
    bytes.extend(text);
}
