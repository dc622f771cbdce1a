//! Requests of any depth, size or number to a real `HBase`, through its Java client, its Thrift gateway and the
//! native client.

use std::sync::Arc;

use hbase_schema_cluster_tests::{Cluster, Oracle, native, thrift};
use hbase_schema_suite::extremes::{Extremes, Scale};
use hbase_schema_thrift::Options;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_request_to_the_gateway_is_answered_or_refused() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let gateway = thrift(&cluster.thrift, &Options::default()).expect("a gateway");
    Extremes::new(Arc::new(gateway), Scale::SERVER, 1)
        .run()
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_request_to_the_native_client_is_answered_or_refused() {
    let cluster = Cluster::from_env().expect("a running HBase");
    Extremes::new(Arc::new(native(&cluster)), Scale::SERVER, 3)
        .run()
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_request_to_the_java_client_is_answered_or_refused() {
    Extremes::new(Oracle::shared(), Scale::SERVER, 2)
        .run()
        .await;
}
