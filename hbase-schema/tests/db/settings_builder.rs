//! The settings of a builder.

use hbase_schema::{Connection, Settings, connect};

#[test]
fn settings_of_a_builder_do_not_depend_on_the_order_of_calls() {
    let settings = || {
        Settings::new()
            .set("hbase.schema.url", "thrift://host")
            .set("hbase.schema.retries", "1")
            .set("hbase.schema.slow.ms", "5")
    };
    let own = |builder: connect::Builder| builder.url("memory:").set("hbase.schema.retries", "7");
    let before = own(Connection::builder()).settings(settings());
    let after = own(Connection::builder().settings(settings()));
    for builder in [before, after] {
        let found = builder.as_settings();
        assert_eq!(found.url().unwrap(), "memory:");
        assert_eq!(found.get("hbase.schema.retries"), Some("7"));
        assert_eq!(found.get("hbase.schema.slow.ms"), Some("5"));
        // Another call replaces only the settings of the first one.
        let replaced = builder.settings(Settings::new());
        assert_eq!(
            replaced.as_settings().get("hbase.schema.retries"),
            Some("7")
        );
        assert_eq!(replaced.as_settings().get("hbase.schema.slow.ms"), None);
    }
}
