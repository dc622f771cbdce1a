use hbase_backend::{Capability, Error, Result};
use hbase_model::{FamilyDescriptor, KeepDeletedCells, Splits, TableChange, TableDescriptor, TableName, Ttl};

use crate::{Cx, Table};

async fn try_alter(cx: &Cx, t: &Table<'_>, changes: &[TableChange]) -> Result<()> {
    cx.backend().alter_table(t.name(), changes, cx.soon()).await
}

async fn alter(cx: &Cx, t: &Table<'_>, change: TableChange) {
    try_alter(cx, t, &[change]).await.expect("an alteration");
}

async fn described(cx: &Cx, t: &Table<'_>) -> TableDescriptor {
    let described = cx.backend().describe_table(t.name(), cx.soon()).await;
    described.expect("a table")
}

async fn families(cx: &Cx, t: &Table<'_>) -> Vec<String> {
    let table = described(cx, t).await;
    let mut names: Vec<_> = table.families.iter().map(|f| f.name.to_string()).collect();
    names.sort();
    names
}

fn family(name: &'static str, set: impl FnOnce(&mut FamilyDescriptor)) -> FamilyDescriptor {
    let mut family = FamilyDescriptor::new(name);
    set(&mut family);
    family
}

fn alter_f(set: impl FnOnce(&mut FamilyDescriptor)) -> TableChange {
    TableChange::AlterFamily(family("f", set))
}

pub async fn a_new_family_takes_cells(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    t.rows(&["r"]).await;
    alter(cx, &t, TableChange::AddFamily(family("h", |f| f.versions = Some(2)))).await;
    assert_eq!(families(cx, &t).await, ["f", "g", "h"]);
    t.puts("r", &[("h:q", 5, "a"), ("h:q", 6, "b")]).await;
    assert_eq!(t.versions("r").await, ["f:q@1=r", "h:q@6=b", "h:q@5=a"]);
}

pub async fn a_family_that_is_there_cannot_be_added(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    let again = TableChange::AddFamily(family("f", |f| f.versions = Some(9)));
    assert!(try_alter(cx, &t, &[again]).await.is_err());
    assert_eq!(described(cx, &t).await.family(b"f").expect("f").versions, Some(3));
}

pub async fn a_family_that_is_not_there_cannot_be_altered(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    let change = TableChange::AlterFamily(family("h", |f| f.versions = Some(9)));
    assert!(try_alter(cx, &t, &[change]).await.is_err());
    assert_eq!(families(cx, &t).await, ["f", "g"]);
}

pub async fn a_family_that_is_not_there_cannot_be_dropped(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    assert!(try_alter(cx, &t, &[TableChange::DropFamily("h".into())]).await.is_err());
    assert_eq!(families(cx, &t).await, ["f", "g"]);
}

pub async fn the_only_family_cannot_be_dropped(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table_with(|_| {}).await;
    t.rows(&["r"]).await;
    assert!(try_alter(cx, &t, &[TableChange::DropFamily("f".into())]).await.is_err());
    assert_eq!(t.get("r").await, ["f:q@1=r"]);
}

pub async fn a_dropped_family_is_gone_with_its_cells(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 5, "a"), ("g:q", 5, "b")]).await;
    t.put("s", "g:q", 5, "c").await;
    alter(cx, &t, TableChange::DropFamily("g".into())).await;
    assert_eq!(families(cx, &t).await, ["f"]);
    assert_eq!(t.get("r").await, ["f:q@5=a"]);
    assert_eq!(t.scan_keys(|_| {}).await, ["r"]);
    let mut put = hbase_backend::Mutation::new("r");
    put.put_at(b"g", b"q", 6, b"v").expect("short");
    let error = t.try_mutate(put).await.expect_err("no such family");
    assert!(matches!(error, Error::FamilyNotFound { .. }), "{error}");
}

pub async fn a_family_that_was_dropped_comes_back_empty(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 5, "a"), ("g:q", 5, "b")]).await;
    t.delete_column("r", "g:p", Some(9)).await;
    alter(cx, &t, TableChange::DropFamily("g".into())).await;
    alter(cx, &t, TableChange::AddFamily(family("g", |_| {}))).await;
    assert_eq!(t.get("r").await, ["f:q@5=a"]);
    t.put("r", "g:p", 7, "new").await;
    assert_eq!(t.get("r").await, ["f:q@5=a", "g:p@7=new"]);
}

pub async fn what_is_not_said_stays(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx
        .table_with(|f| {
            f.versions = Some(4);
            f.block_size = Some(8_192);
        })
        .await;
    alter(cx, &t, alter_f(|f| f.ttl = Ttl::from_secs(86_400))).await;
    let table = described(cx, &t).await;
    let f = table.family(b"f").expect("f");
    assert_eq!(f.ttl, Ttl::from_secs(86_400));
    assert_eq!(f.versions, Some(4));
    if !cx.lacks(Capability::AllAttributes) {
        assert_eq!(f.block_size, Some(8_192));
    }
}

pub async fn rows_stay(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 5, "a"), ("f:q", 6, "b"), ("g:q", 7, "c")]).await;
    alter(cx, &t, alter_f(|f| f.in_memory = Some(true))).await;
    assert_eq!(t.versions("r").await, ["f:q@6=b", "f:q@5=a", "g:q@7=c"]);
    t.put("r", "f:q", 8, "d").await;
    assert_eq!(t.get("r").await, ["f:q@8=d", "g:q@7=c"]);
}

pub async fn more_versions_are_kept_from_then_on(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table_with(|f| f.versions = Some(1)).await;
    alter(cx, &t, alter_f(|f| f.versions = Some(3))).await;
    t.puts("r", &[("f:q", 1, "a"), ("f:q", 2, "b"), ("f:q", 3, "c"), ("f:q", 4, "d")]).await;
    let kept = ["f:q@4=d", "f:q@3=c", "f:q@2=b"];
    assert_eq!(t.versions("r").await, kept);
    if t.compact().await {
        assert_eq!(t.versions("r").await, kept);
    }
}

pub async fn fewer_versions_show_at_once(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table_with(|f| f.versions = Some(3)).await;
    t.puts("r", &[("f:q", 1, "a"), ("f:q", 2, "b"), ("f:q", 3, "c")]).await;
    alter(cx, &t, alter_f(|f| f.versions = Some(2))).await;
    assert_eq!(t.versions("r").await, ["f:q@3=c", "f:q@2=b"]);
}

pub async fn a_shorter_ttl_hides_older_cells_at_once(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table_with(|_| {}).await;
    let (old, young) = (cx.now() - 3_600_000, cx.now() - 60_000);
    t.puts("r", &[("f:old", old, "a"), ("f:young", young, "b")]).await;
    alter(cx, &t, alter_f(|f| f.ttl = Ttl::from_secs(600))).await;
    assert_eq!(t.get("r").await, [format!("f:young@{young}=b")]);
}

pub async fn deleted_cells_are_kept_once_that_is_said(cx: &Cx) {
    needs!(cx: AlterTable, AllAttributes);
    let t = cx.table_with(|_| {}).await;
    alter(cx, &t, alter_f(|f| f.keep_deleted_cells = Some(KeepDeletedCells::True))).await;
    t.put("r", "f:q", 10, "a").await;
    t.delete_column("r", "f:q", Some(20)).await;
    if t.compact().await {
        assert_eq!(t.time_range("r", 0, 15).await, ["f:q@10=a"]);
    }
    assert_eq!(t.get("r").await, [""; 0]);
}

pub async fn attributes_of_the_table(cx: &Cx) {
    needs!(cx: AlterTable, AllAttributes);
    let t = cx.table().await;
    let set = |set: &dyn Fn(&mut TableDescriptor)| {
        let mut table = TableDescriptor::new(t.name().clone());
        set(&mut table);
        TableChange::AlterTable(Box::new(table))
    };
    alter(cx, &t, set(&|table| table.max_filesize = Some(1 << 30))).await;
    alter(cx, &t, set(&|table| table.compaction_enabled = Some(false))).await;
    let table = described(cx, &t).await;
    assert_eq!(table.max_filesize, Some(1 << 30));
    assert_eq!(table.compaction_enabled, Some(false));
    assert_eq!(table.family(b"f").expect("f").versions, Some(3));
    alter(cx, &t, set(&|table| table.max_filesize = Some(1 << 31))).await;
    assert_eq!(described(cx, &t).await.max_filesize, Some(1 << 31));
}

pub async fn metadata_is_added_and_replaced(cx: &Cx) {
    needs!(cx: AlterTable, AllAttributes);
    let t = cx.table_with(|f| f.metadata = vec![("A".into(), "1".into())].into()).await;
    let pairs = vec![("A".into(), "2".into()), ("B".into(), "it's".into())];
    alter(cx, &t, alter_f(|f| f.metadata = pairs.into())).await;
    let table = described(cx, &t).await;
    let f = table.family(b"f").expect("f");
    for (name, value) in [("A", "2"), ("B", "it's")] {
        let pair = (name.into(), value.into());
        assert!(f.metadata.contains(&pair), "{name}: {:?}", f.metadata);
    }
    let of_a = f.metadata.iter().filter(|(name, _)| name == "A").count();
    assert_eq!(of_a, 1, "{:?}", f.metadata);
}

pub async fn metadata_of_the_table_is_set_alone(cx: &Cx) {
    needs!(cx: AlterTable, AllAttributes);
    let t = cx.table().await;
    let before = described(cx, &t).await;
    let set = |value: &'static str| {
        let mut table = TableDescriptor::new(t.name().clone());
        let pairs = vec![("A".into(), value.into()), ("B:b c".into(), "it's".into())];
        table.metadata = pairs.into();
        TableChange::SetMetadata(Box::new(table))
    };
    alter(cx, &t, set("1")).await;
    alter(cx, &t, set("2")).await;
    let table = described(cx, &t).await;
    assert_eq!(table.attribute("A").as_deref(), Some("2"));
    assert_eq!(table.attribute("B:b c").as_deref(), Some("it's"));
    assert_eq!(table.families, before.families);
}

pub async fn splits_stay(cx: &Cx) {
    needs!(cx: AlterTable, CreateWithSplits);
    let mut table = TableDescriptor::new(cx.name("default"));
    table.families = vec![FamilyDescriptor::new("f")].into();
    table.splits = Splits::Keys(vec![b"b".as_slice().into(), b"d".as_slice().into()].into());
    cx.create(&table).await.expect("a table with splits");
    let t = Table::new(cx, table.name.clone());
    alter(cx, &t, alter_f(|f| f.versions = Some(2))).await;
    let keys = described(cx, &t).await.splits.keys().expect("good splits");
    assert_eq!(keys, [b"b", b"d"]);
}

pub async fn min_versions_above_versions_are_refused(cx: &Cx) {
    needs!(cx: AlterTable, AllAttributes);
    let t = cx.table().await;
    assert!(try_alter(cx, &t, &[alter_f(|f| f.min_versions = Some(4))]).await.is_err());
    let table = described(cx, &t).await;
    assert_eq!(table.family(b"f").expect("f").min_versions.unwrap_or(0), 0);
}

pub async fn nothing_is_done_behind_a_change_that_fails(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    let changes = [
        TableChange::DropFamily("nope".into()),
        TableChange::AddFamily(family("i", |_| {})),
    ];
    assert!(try_alter(cx, &t, &changes).await.is_err());
    assert_eq!(families(cx, &t).await, ["f", "g"]);
}

pub async fn several_changes_at_once(cx: &Cx) {
    needs!(cx: AlterTable);
    let t = cx.table().await;
    let changes = [
        TableChange::AddFamily(family("h", |_| {})),
        alter_f(|f| f.versions = Some(7)),
        TableChange::DropFamily("g".into()),
    ];
    try_alter(cx, &t, &changes).await.expect("three changes");
    assert_eq!(families(cx, &t).await, ["f", "h"]);
    assert_eq!(described(cx, &t).await.family(b"f").expect("f").versions, Some(7));
}

pub async fn a_table_that_is_not_there(cx: &Cx) {
    needs!(cx: AlterTable);
    let name = TableName::new("default", "suite_no_such_table").expect("a name");
    let t = Table::new(cx, name);
    let outcome = try_alter(cx, &t, &[alter_f(|f| f.versions = Some(2))]).await;
    assert!(matches!(outcome, Err(Error::TableNotFound { .. })), "{outcome:?}");
}
