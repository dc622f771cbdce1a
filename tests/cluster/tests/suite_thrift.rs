//! The suite on a real `HBase`, by its Thrift gateway.

use std::sync::Arc;

use hbase_model::Backend;
use hbase_schema_cluster_tests::Place;
use hbase_schema_thrift::{Gateway, Options, Thrift};

async fn setup() -> Arc<dyn Backend> {
    let place = Place::find().expect("a running HBase");
    let (host, port) = place.thrift.rsplit_once(':').expect("host:port");
    let gateway = Gateway::new(host, port.parse().expect("a port"));
    let thrift = Thrift::new([gateway], &Options::default()).expect("one gateway");
    Arc::new(thrift)
}

hbase_schema_suite::run_all!(setup);
