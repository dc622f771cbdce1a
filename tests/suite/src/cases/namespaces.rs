use hbase_backend::Error;
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use crate::Cx;

fn unique(case: &str) -> String {
    format!("suite_{case}_{}", std::process::id())
}

async fn list(cx: &Cx) -> Vec<String> {
    cx.backend().list_namespaces(cx.soon()).await.expect("namespaces")
}

pub async fn two_are_always_there(cx: &Cx) {
    needs!(cx: Namespaces);
    let names = list(cx).await;
    assert!(names.contains(&"default".to_owned()), "{names:?}");
    assert!(names.contains(&"hbase".to_owned()), "{names:?}");
    assert!(names.is_sorted(), "{names:?}");
}

pub async fn a_new_one_is_listed_until_it_is_dropped(cx: &Cx) {
    needs!(cx: Namespaces);
    let name = unique("listed");
    let backend = cx.backend();
    backend.create_namespace(&name, cx.soon()).await.expect("a new namespace");
    assert!(list(cx).await.contains(&name));
    backend.drop_namespace(&name, cx.soon()).await.expect("a namespace");
    assert!(!list(cx).await.contains(&name));
}

pub async fn it_cannot_be_created_twice(cx: &Cx) {
    needs!(cx: Namespaces);
    let name = unique("twice");
    let backend = cx.backend();
    backend.create_namespace(&name, cx.soon()).await.expect("a new namespace");
    let again = backend.create_namespace(&name, cx.soon()).await;
    assert!(matches!(again, Err(Error::NamespaceExists { .. })), "{again:?}");
    backend.drop_namespace(&name, cx.soon()).await.expect("a namespace");
}

pub async fn what_is_not_there_cannot_be_dropped(cx: &Cx) {
    needs!(cx: Namespaces);
    let outcome = cx.backend().drop_namespace("suite_never", cx.soon()).await;
    assert!(matches!(outcome, Err(Error::NamespaceNotFound { .. })), "{outcome:?}");
}

pub async fn the_reserved_ones_cannot_be_dropped(cx: &Cx) {
    needs!(cx: Namespaces);
    for name in ["default", "hbase"] {
        assert!(cx.backend().drop_namespace(name, cx.soon()).await.is_err(), "{name}");
    }
}

pub async fn one_that_holds_tables_cannot_be_dropped(cx: &Cx) {
    needs!(cx: Namespaces);
    let namespace = unique("full");
    let backend = cx.backend();
    backend.create_namespace(&namespace, cx.soon()).await.expect("a new namespace");
    let name = TableName::new(namespace.clone(), "T").expect("a name");
    let mut table = TableDescriptor::new(name.clone());
    table.families = vec![FamilyDescriptor::new("f")].into();
    backend.create_table(&table, cx.soon()).await.expect("a table");
    let outcome = backend.drop_namespace(&namespace, cx.soon()).await;
    assert!(matches!(outcome, Err(Error::NamespaceNotEmpty { .. })), "{outcome:?}");
    backend.drop_table(&name, cx.soon()).await.expect("a table");
    backend.drop_namespace(&namespace, cx.soon()).await.expect("an empty namespace");
}

pub async fn a_table_needs_its_namespace(cx: &Cx) {
    needs!(cx: Namespaces);
    let mut table = TableDescriptor::new(cx.name("suite_nowhere"));
    table.families = vec![FamilyDescriptor::new("f")].into();
    let outcome = cx.create(&table).await;
    assert!(matches!(outcome, Err(Error::NamespaceNotFound { .. })), "{outcome:?}");
}

pub async fn tables_of_one_name_in_two_namespaces_are_two(cx: &Cx) {
    needs!(cx: Namespaces);
    let namespace = unique("apart");
    let backend = cx.backend();
    backend.create_namespace(&namespace, cx.soon()).await.expect("a new namespace");
    let here = cx.table().await;
    here.rows(&["r"]).await;
    let name = TableName::new(namespace.clone(), here.name().qualifier().to_owned());
    let mut table = TableDescriptor::new(name.expect("a name"));
    table.families = vec![FamilyDescriptor::new("f")].into();
    backend.create_table(&table, cx.soon()).await.expect("a table");
    let there = crate::Table::new(cx, table.name.clone());
    assert!(there.get("r").await.is_empty());
    backend.drop_table(&table.name, cx.soon()).await.expect("a table");
    backend.drop_namespace(&namespace, cx.soon()).await.expect("an empty namespace");
    assert_eq!(here.get("r").await, ["f:q@1=r"]);
}
