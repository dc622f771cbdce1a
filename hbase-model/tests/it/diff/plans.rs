use hbase_model::diff::{Coverage, Declared, Plan, TableDiff, compare};
use hbase_model::{
    BloomFilter, FamilyDescriptor, KeyLayout, Salt, SaltLayout, Splits, TableDescriptor, TableName,
    Ttl,
};

use super::{diff, family, of_d1, table};

fn plan(diffs: &[TableDiff], namespaces: &[&str]) -> Plan {
    let namespaces: Vec<_> = namespaces.iter().map(ToString::to_string).collect();
    Plan::of(diffs, Some(&namespaces)).expect("good splits")
}

fn statements(steps: &[hbase_model::diff::Step]) -> Vec<&str> {
    steps.iter().map(|step| step.statement.as_str()).collect()
}

#[test]
fn a_plan_without_steps_is_empty() {
    assert!(plan(&[], &[]).is_empty());
    let new = missing("DLQX:NEW");
    assert!(!plan(&[new], &["DLQX"]).is_empty());
}

#[test]
fn harmless_steps_and_destructive_ones_stand_apart_and_in_order() {
    let declared = table(vec![
        family("D1", |f| {
            f.versions = Some(3);
            f.ttl = Ttl::from_secs(60);
            f.bloom = Some(BloomFilter::None);
            f.in_memory = Some(true);
        }),
        FamilyDescriptor::new("D2"),
    ]);
    let live = table(vec![
        family("D1", |f| f.versions = Some(5)),
        FamilyDescriptor::new("D3"),
    ]);
    let plan = plan(&[diff(&declared, &live)], &["NS"]);
    assert_eq!(
        statements(&plan.harmless),
        [
            "alter 'NS:T', {NAME => 'D2'}",
            "alter 'NS:T', {NAME => 'D1', BLOOMFILTER => 'NONE', IN_MEMORY => true}",
        ]
    );
    assert_eq!(
        statements(&plan.destructive),
        [
            "alter 'NS:T', {NAME => 'D1', VERSIONS => 3, TTL => 60}",
            "alter 'NS:T', {NAME => 'D3', METHOD => 'delete'}",
        ]
    );
    assert_eq!(
        plan.harmless[1].why,
        "BLOOMFILTER is ROW, declared NONE; IN_MEMORY is false, declared true"
    );
    assert_eq!(
        plan.destructive[0].loses.as_deref(),
        Some("all but the newest 3 versions of each cell; cells that are older than 60 s")
    );
}

fn missing(name: &str) -> TableDiff {
    let mut table = of_d1(|_| {});
    table.name = TableName::parse(name).expect("a good name");
    compare(Declared::table(&table), None, Coverage::Full).expect("good splits")
}

#[test]
fn namespaces_come_first_and_once() {
    let diffs = [
        missing("B:T"),
        missing("A:T"),
        missing("B:U"),
        missing("C:T"),
        missing("T"),
    ];
    assert_eq!(
        statements(&plan(&diffs, &["C", "default", "hbase"]).harmless),
        [
            "create_namespace 'A'",
            "create_namespace 'B'",
            "create 'B:T', {NAME => 'D1'}",
            "create 'A:T', {NAME => 'D1'}",
            "create 'B:U', {NAME => 'D1'}",
            "create 'C:T', {NAME => 'D1'}",
            "create 'T', {NAME => 'D1'}",
        ]
    );
    let without = Plan::of(&diffs[..1], None).expect("good splits");
    assert_eq!(without.harmless.len(), 1);
}

/// Each of two structs sees the other's family as an extra one.
#[test]
fn structs_of_one_table_do_not_drop_each_others_families() {
    let one = table(vec![
        family("D1", |f| f.versions = Some(3)),
        FamilyDescriptor::new("D4"),
    ]);
    let two = table(vec![
        FamilyDescriptor::new("D2"),
        family("D4", |f| f.in_memory = Some(true)),
    ]);
    let live = table(vec![
        FamilyDescriptor::new("D1"),
        FamilyDescriptor::new("D2"),
        FamilyDescriptor::new("D3"),
    ]);
    let together = plan(&[diff(&one, &live), diff(&two, &live)], &["NS"]);
    assert_eq!(
        statements(&together.harmless),
        [
            "alter 'NS:T', {NAME => 'D4', IN_MEMORY => true}",
            "alter 'NS:T', {NAME => 'D1', VERSIONS => 3}",
        ]
    );
    assert_eq!(
        statements(&together.destructive),
        ["alter 'NS:T', {NAME => 'D3', METHOD => 'delete'}"]
    );
    let none = |declared| compare(Declared::table(declared), None, Coverage::Full);
    let diffs = [
        none(&one).expect("good splits"),
        none(&two).expect("good splits"),
    ];
    assert_eq!(
        statements(&plan(&diffs, &["NS"]).harmless),
        [
            "create 'NS:T', {NAME => 'D1', VERSIONS => 3}, {NAME => 'D4', IN_MEMORY => true}, \
             {NAME => 'D2'}"
        ]
    );
}

/// One declaration's value is already live: the other must not change it unnoticed.
#[test]
fn structs_that_contradict_each_other_are_blocked() {
    let (five, three) = (
        of_d1(|f| f.versions = Some(5)),
        of_d1(|f| f.versions = Some(3)),
    );
    let plan = plan(&[diff(&five, &five), diff(&three, &five)], &["NS"]);
    assert!(plan.harmless.is_empty() && plan.destructive.is_empty());
    assert_eq!(
        plan.blocked[0].difference.to_string(),
        "family D1, VERSIONS: declared 5 and 3, live one table: structs of one table contradict each \
         other: declare it once, or the same in each"
    );
}

#[test]
fn splits_are_for_the_shell() {
    let mut declared = of_d1(|_| {});
    declared.splits =
        Splits::Keys(vec![b"it's".as_slice().into(), b"\x80".as_slice().into()].into());
    let plan = plan(&[diff(&declared, &of_d1(|_| {}))], &["NS"]);
    let statements = statements(&plan.by_hand);
    let parts = [
        [
            r#"split 'NS:T', "\x80";"#,
            r"get_splits('NS:T').include?('\\x80')",
        ],
        [
            r#"split 'NS:T', "it\x27s";"#,
            r"get_splits('NS:T').include?('it\'s')",
        ],
    ];
    assert_eq!(statements.len(), parts.len());
    for (statement, parts) in statements.iter().zip(parts) {
        assert!(
            parts.iter().all(|part| statement.contains(part)),
            "{statement}"
        );
    }
    assert!(plan.harmless.is_empty() && plan.destructive.is_empty());
    assert!(!plan.is_empty());
}

#[test]
fn nothing_is_planned_for_a_table_of_another_layout() {
    let key = KeyLayout {
        salt: Some(SaltLayout {
            salt: Salt::Buckets {
                count: 32,
                text: false,
            },
            separator: None,
        }),
        parts: vec![].into(),
    };
    let mut live = of_d1(|_| {});
    live.splits = Splits::PerBucket {
        buckets: 16,
        digits: None,
    };
    let declared: TableDescriptor = of_d1(|f| f.versions = Some(3));
    let declared = Declared {
        table: &declared,
        key: Some(&key),
    };
    let found = compare(declared, Some(&live), Coverage::Full).expect("good splits");
    let plan = plan(&[found, missing("NS:U")], &["NS"]);
    assert_eq!(plan.blocked.len(), 1);
    assert_eq!(plan.blocked[0].table.to_string(), "NS:T");
    assert_eq!(
        statements(&plan.harmless),
        ["create 'NS:U', {NAME => 'D1'}"]
    );
}

#[test]
fn many_splits_of_a_new_table_come_with_their_file() {
    let mut table = of_d1(|_| {});
    table.splits = Splits::PerBucket {
        buckets: 256,
        digits: None,
    };
    let diff = compare(Declared::table(&table), None, Coverage::Full).expect("good splits");
    let plan = plan(&[diff], &["NS"]);
    let file = plan.harmless[0].splits_file.as_ref().expect("a file");
    assert_eq!(file.content.lines().count(), 255);
}

#[test]
fn a_script_creates_the_namespace_of_a_table_first() {
    let create = "create 'A:T', {NAME => 'D1'}";
    let scripts = |name, namespaces: &[&str]| -> Vec<String> {
        let steps = plan(&[missing(name)], namespaces).harmless;
        steps.iter().map(hbase_model::diff::Step::script).collect()
    };
    let if_missing = hbase_model::ddl::create_namespace_if_missing("A");
    assert_eq!(
        scripts("A:T", &[]),
        [if_missing.clone(), format!("{if_missing}\n{create}")]
    );
    assert_eq!(scripts("T", &["default"]), ["create 'T', {NAME => 'D1'}"]);
    let altered = diff(&of_d1(|f| f.in_memory = Some(true)), &of_d1(|_| {}));
    let steps = plan(&[altered], &["NS"]).harmless;
    assert_eq!(steps[0].script(), steps[0].statement);
    let table = |step: &hbase_model::diff::Step| step.table().map(ToString::to_string);
    assert_eq!(table(&steps[0]).as_deref(), Some("NS:T"));
    assert!(!steps[0].is_by_hand() && !steps[0].is_destructive());
    let steps = plan(&[missing("A:T")], &[]).harmless;
    assert_eq!(
        steps.iter().map(table).collect::<Vec<_>>(),
        [None, Some("A:T".into())]
    );
}
