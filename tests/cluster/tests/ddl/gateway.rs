//! The same tables by the Thrift gateway, which tells some of a table and alters none.

use hbase_model::diff::What;
use hbase_schema::db::Destructive;
use hbase_schema::{Connection, HTable};
use hbase_schema_cluster_tests::Place;

use crate::{create, oracle};

#[derive(HTable, Debug)]
#[table(
    "DDLTEST:BY_GATEWAY",
    allow(name_length),
    splits = per_bucket,
    max_filesize = 1073741824
)]
#[rowkey(salt = buckets(4))]
#[family("D1", versions = 5, ttl = "20000d", block_size = 32768, in_memory)]
struct Measured {
    #[rowkey(salt)]
    id: u64,
    a: u32,
}

/// The same table later.
#[derive(HTable, Debug)]
#[table("DDLTEST:BY_GATEWAY", allow(name_length), splits = per_bucket)]
#[rowkey(salt = buckets(4))]
#[family("D1", versions = 7, block_size = 16384)]
struct Later {
    #[rowkey(salt)]
    id: u64,
    a: u32,
}

async fn gateway() -> Connection {
    let place = Place::find().expect("a running HBase");
    let url = format!("thrift://{}", place.thrift);
    let db = hbase_schema::connect(&url).await;
    db.unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn what_the_gateway_does_not_tell_is_listed_and_the_rest_is_compared() {
    create("by_gateway", std::slice::from_ref(Measured::SCHEMA.table)).await;
    let db = gateway().await;
    let verified = db.verify::<Measured>().await;
    let verified = verified.unwrap_or_else(|error| panic!("{error}"));
    let block_size = What::FamilyAttribute("D1".into(), "BLOCKSIZE".into());
    let max_filesize = What::TableAttribute("MAX_FILESIZE".into());
    assert_eq!(verified.not_checked(), [block_size.clone(), max_filesize]);

    let diff = db.diff::<Later>().await.expect("a comparison");
    assert_eq!(diff.not_checked, [block_size]);
    let whats: Vec<_> = diff.differences.iter().map(|found| &found.what).collect();
    assert_eq!(
        whats,
        [&What::FamilyAttribute("D1".into(), "VERSIONS".into())]
    );

    let plan = db.plan(&[diff]).await.expect("a plan");
    let error = db
        .apply(&plan, Destructive::CarryOut)
        .await
        .expect_err("no alterations");
    let error = error.to_string();
    assert!(
        error.contains("run `alter 'DDLTEST:BY_GATEWAY', {NAME => 'D1', VERSIONS => 7}`"),
        "{error}"
    );
    // What tells everything sees both.
    let whole = Connection::with_backend(oracle());
    let differences = whole
        .diff::<Later>()
        .await
        .expect("a comparison")
        .differences;
    assert_eq!(differences.len(), 2, "{differences:?}");
}
