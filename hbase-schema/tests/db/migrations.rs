//! Live tables compared with the structs that declare them, and the steps from one to the other.

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::db::Destructive;
use hbase_schema::model::diff::{Declared, DifferenceKind, Plan, Step};
use hbase_schema::model::{
    Capability, Deadline, Error as Cause, Splits, TableDescriptor, TableName, Ttl,
};
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Error, HTable};

use crate::support::{Observed, assert_contains};

/// The first declaration.
mod before {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, PartialEq)]
    #[table("DLQX:WEATHER_DATA")]
    #[rowkey(salt = buckets(4))]
    #[family("D1", versions = 5, ttl = "30d")]
    #[family("D2")]
    pub(crate) struct Weather {
        #[rowkey(salt)]
        pub(crate) city: String,
        #[family("D1")]
        pub(crate) rain_mm: u32,
        #[family("D2")]
        pub(crate) snow_mm: Option<u32>,
    }
}

/// The same table later.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:WEATHER_DATA", compaction_enabled = true, owner = "weather")]
#[rowkey(salt = buckets(4))]
#[family("D1", versions = 3, ttl = "60d", bloom = rowcol)]
#[family("D3", in_memory)]
struct Weather {
    #[rowkey(salt)]
    city: String,
    #[family("D1")]
    rain_mm: u32,
    #[family("D3")]
    wind: Option<u32>,
}

/// The same table, with another salt.
mod scattered {
    use hbase_schema::HTable;

    #[derive(HTable, Debug)]
    #[table("DLQX:WEATHER_DATA", splits = per_bucket)]
    #[rowkey(salt = buckets(8))]
    #[family("D1")]
    pub(crate) struct Weather {
        #[rowkey(salt)]
        pub(crate) city: String,
        pub(crate) rain_mm: u32,
    }
}

async fn memory() -> Connection {
    hbase_schema::connect("memory:").await.unwrap()
}

async fn observed() -> (Connection, Arc<Observed>) {
    let backend = Arc::new(Observed::over_memory().await);
    let db = Connection::with_backend(Arc::clone(&backend) as _);
    (db, backend)
}

/// The plan for the declared table alone.
async fn planned(db: &Connection) -> Plan {
    let diff = db.diff::<Weather>().await.unwrap();
    db.plan(&[diff]).await.unwrap()
}

fn statements(steps: &[Step]) -> Vec<&str> {
    steps.iter().map(|step| step.statement.as_str()).collect()
}

#[tokio::test]
async fn a_table_that_was_created_from_its_struct_is_verified() {
    let db = memory().await;
    db.create_table::<Weather>().await.unwrap();
    let verified = db.verify::<Weather>().await.unwrap();
    assert_eq!(verified.not_checked(), []);
    assert_eq!(
        verified.to_string(),
        "table DLQX:WEATHER_DATA is as declared"
    );
}

#[tokio::test]
async fn every_difference_is_a_line() {
    let db = memory().await;
    db.create_table::<before::Weather>().await.unwrap();
    let error = db.verify::<Weather>().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "table DLQX:WEATHER_DATA differs from `Weather`:\n  \
         family D1, VERSIONS: declared 3, live 5: run `alter 'DLQX:WEATHER_DATA', {NAME => 'D1', \
         VERSIONS => 3}`, which loses all but the newest 3 versions of each cell\n  \
         family D1, TTL: declared 5184000, live 2592000: run `alter 'DLQX:WEATHER_DATA', \
         {NAME => 'D1', TTL => 5184000}`\n  \
         family D1, BLOOMFILTER: declared ROWCOL, live ROW: run `alter 'DLQX:WEATHER_DATA', \
         {NAME => 'D1', BLOOMFILTER => 'ROWCOL'}`\n  \
         family D3: declared there, live missing: run `alter 'DLQX:WEATHER_DATA', \
         {NAME => 'D3', IN_MEMORY => true}`\n  \
         OWNER: declared weather, live not set: run `alter 'DLQX:WEATHER_DATA', \
         {METADATA => {'OWNER' => 'weather'}}`\n  \
         family D2: declared no such family, live there: declare it by `#[family(\"D2\")]`, or leave it; \
         drop it only if no program uses it: run `alter 'DLQX:WEATHER_DATA', \
         {NAME => 'D2', METHOD => 'delete'}`, which loses all cells of family D2"
    );
    let Error::Differs(differs) = error else {
        panic!("{error:?}")
    };
    assert_eq!(differs.differences().len(), 6);
}

#[tokio::test]
async fn harmless_steps_keep_the_rows_and_destructive_ones_are_asked_for() {
    let db = memory().await;
    db.create_table::<before::Weather>().await.unwrap();
    let row = before::Weather {
        city: "Seattle".into(),
        rain_mm: 11,
        snow_mm: Some(2),
    };
    db.put(&row).await.unwrap();
    let plan = planned(&db).await;
    let applied = db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    assert_eq!(applied.done, plan.harmless);
    assert_eq!(applied.left_out, plan.destructive);
    assert_eq!(db.get(&row.key()).await.unwrap(), Some(row));

    let plan = planned(&db).await;
    assert_eq!(
        statements(&plan.destructive),
        [
            "alter 'DLQX:WEATHER_DATA', {NAME => 'D1', VERSIONS => 3}",
            "alter 'DLQX:WEATHER_DATA', {NAME => 'D2', METHOD => 'delete'}",
        ]
    );
    assert!(plan.harmless.is_empty());
    db.apply(&plan, Destructive::CarryOut).await.unwrap();
    db.verify::<Weather>().await.unwrap();
    let now = Weather {
        city: "Seattle".into(),
        rain_mm: 11,
        wind: None,
    };
    assert_eq!(db.get(&now.key()).await.unwrap(), Some(now));
}

#[tokio::test]
async fn a_changed_bucket_count_is_never_altered() {
    let db = memory().await;
    let mut live = TableDescriptor::clone(scattered::Weather::SCHEMA.table);
    live.splits = Splits::PerBucket {
        buckets: 4,
        digits: None,
    };
    let soon = Deadline::after(Duration::from_secs(10));
    db.backend().create_namespace("DLQX", soon).await.unwrap();
    db.backend().create_table(&live, soon).await.unwrap();
    let error = db
        .verify::<scattered::Weather>()
        .await
        .unwrap_err()
        .to_string();
    assert_contains(
        &error,
        "key layout: declared `buckets(8)`, live 3 splits of 4 values: existing rows would",
    );
    let diff = db.diff::<scattered::Weather>().await.unwrap();
    let plan = db.plan(&[diff]).await.unwrap();
    let error = db.apply(&plan, Destructive::CarryOut).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("apply, table DLQX:WEATHER_DATA: key layout: declared"),
        "{error}"
    );
    let after = db.describe::<scattered::Weather>().await.unwrap();
    assert_eq!(after, live);
}

#[tokio::test]
async fn what_a_backend_does_not_tell_is_listed() {
    let (db, backend) = observed().await;
    backend
        .order
        .lacks
        .lock()
        .unwrap()
        .push(Capability::AllAttributes);
    db.create_table::<Weather>().await.unwrap();
    let verified = db.verify::<Weather>().await.unwrap();
    assert_eq!(
        verified.not_checked(),
        [
            DifferenceKind::FamilyAttribute("D1".into(), "BLOOMFILTER".into()),
            DifferenceKind::FamilyAttribute("D3".into(), "IN_MEMORY".into()),
        ]
    );
    assert_eq!(
        verified.to_string(),
        "table DLQX:WEATHER_DATA is as declared; not checked, since the backend does not report it: \
         family D1, BLOOMFILTER; family D3, IN_MEMORY"
    );
}

#[tokio::test]
async fn a_backend_that_cannot_alter_is_not_asked() {
    let (db, backend) = observed().await;
    backend
        .order
        .lacks
        .lock()
        .unwrap()
        .push(Capability::AlterTable);
    db.create_table::<before::Weather>().await.unwrap();
    let plan = planned(&db).await;
    let error = db.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "apply, table DLQX:WEATHER_DATA: observed cannot alter an existing table: run the statement in \
         HBase's shell; it was `alter 'DLQX:WEATHER_DATA', {NAME => 'D3', IN_MEMORY => true}`; 0 done, 2 \
         not tried; for HBase's shell:\n\
         alter 'DLQX:WEATHER_DATA', {NAME => 'D3', IN_MEMORY => true}\n\
         alter 'DLQX:WEATHER_DATA', {NAME => 'D1', TTL => 5184000, BLOOMFILTER => 'ROWCOL'}\n\
         alter 'DLQX:WEATHER_DATA', {METADATA => {'OWNER' => 'weather'}}"
    );
}

/// Like a gateway: it knows no namespaces, and creates no table with splits.
#[tokio::test]
async fn a_table_that_cannot_be_made_does_not_keep_the_others_from_being_made() {
    let (db, backend) = observed().await;
    let lacks = [Capability::Namespaces, Capability::CreateWithSplits];
    backend.order.lacks.lock().unwrap().extend(lacks);
    let mut split = TableDescriptor::clone(scattered::Weather::SCHEMA.table);
    let mut diffs = Vec::new();
    for (name, splits) in [
        ("DLQX:FIRST", split.splits.clone()),
        ("SECOND", Splits::None),
        ("GONE:THIRD", Splits::None),
        ("FOURTH", Splits::None),
        ("DLQX:FIFTH", split.splits.clone()),
    ] {
        split.name = TableName::parse(name).unwrap();
        split.splits = splits;
        let declared = Declared::table(&split);
        diffs.push(db.diff_of(declared).await.unwrap());
    }
    let plan = db.plan(&diffs).await.unwrap();
    let error = db.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    let Error::Apply(error) = error else {
        panic!("{error:?}")
    };
    let done: Vec<_> = error.done().iter().filter_map(Step::table).collect();
    let done: Vec<_> = done.iter().map(ToString::to_string).collect();
    assert_eq!(done, ["SECOND", "FOURTH"]);
    assert_eq!(error.failures().len(), 3);
    assert_eq!(error.undone().len(), 3);
    let script = error.script();
    let lines: Vec<_> = script.lines().collect();
    assert_eq!(lines.len(), 5, "{script}");
    for (line, start) in lines.iter().zip([
        "begin; create_namespace 'DLQX'; rescue ",
        "create 'DLQX:FIRST', ",
        "begin; create_namespace 'GONE'; rescue ",
        "create 'GONE:THIRD', ",
        "create 'DLQX:FIFTH', ",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(error.to_string().ends_with(&script), "{error}");
}

/// No server responds: each further step would only wait for its deadline.
#[tokio::test]
async fn without_an_answer_no_further_table_is_tried() {
    let (db, backend) = observed().await;
    let mut diffs = Vec::new();
    for name in ["FIRST", "SECOND"] {
        let mut table = TableDescriptor::clone(Weather::SCHEMA.table);
        table.name = TableName::parse(name).unwrap();
        diffs.push(db.diff_of(Declared::table(&table)).await.unwrap());
    }
    let plan = db.plan(&diffs).await.unwrap();
    backend.faults.on_any().always().hang();
    let hasty = db.timeout(Duration::from_millis(50));
    let error = hasty.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    let Error::Apply(error) = error else {
        panic!("{error:?}")
    };
    assert_eq!((error.failures().len(), error.undone().len()), (1, 2));
    assert!(error.is_uncertain() && !error.is_for_shell());
}

#[tokio::test]
async fn a_step_that_fails_says_what_was_done_before() {
    let (db, backend) = observed().await;
    db.create_table::<before::Weather>().await.unwrap();
    let plan = planned(&db).await;
    let rejected = Cause::invalid("rejected by the test");
    backend
        .faults
        .on(CallKind::Schema)
        .nth(2)
        .always()
        .fail(rejected);
    let error = db.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "apply, table DLQX:WEATHER_DATA: rejected by the test; it was `alter 'DLQX:WEATHER_DATA', \
         {NAME => 'D1', TTL => 5184000, BLOOMFILTER => 'ROWCOL'}`; 1 done, 1 not tried"
    );
    let Error::Apply(error) = error else {
        panic!("{error:?}")
    };
    assert_eq!(error.done(), &plan.harmless[..1]);
    // The next plan continues where this one stopped.
    backend.faults.clear();
    let again = planned(&db).await;
    assert_eq!(again.harmless, plan.harmless[1..]);
}

/// Without a response it is unknown whether the table was altered.
#[tokio::test]
async fn a_step_without_an_answer_may_have_taken_effect() {
    let (db, backend) = observed().await;
    db.create_table::<before::Weather>().await.unwrap();
    let plan = planned(&db).await;
    backend.faults.on_any().always().hang();
    let hasty = db.timeout(Duration::from_millis(50));
    let error = hasty.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    assert!(error.is_timeout());
    assert!(
        error.to_string().contains(
            "; it was `alter 'DLQX:WEATHER_DATA', {NAME => 'D3', IN_MEMORY => true}`, which may have \
             taken effect nevertheless; 0 done, 2 not tried"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn a_namespace_that_somebody_else_made_is_no_error() {
    let db = memory().await;
    let plan = planned(&db).await;
    let soon = Deadline::after(Duration::from_secs(10));
    db.backend().create_namespace("DLQX", soon).await.unwrap();
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    let there = db.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    let Error::Apply(error) = &there else {
        panic!("{there:?}")
    };
    assert_eq!(error.done().len(), 1);
    assert_contains(&there, "exists already");
    let cause = error.cause().and_then(Error::as_backend);
    assert!(matches!(cause, Some(Cause::TableExists { .. })));
    let described = db.describe::<Weather>().await.unwrap();
    let ttl = described.family(b"D1").and_then(|family| family.ttl);
    assert_eq!(ttl, Ttl::from_secs(60 * 86_400));
}

#[tokio::test]
async fn a_namespace_that_cannot_be_created_stops_its_own_tables_alone() {
    let (db, backend) = observed().await;
    let mut diffs = Vec::new();
    for name in ["FIRST:A", "FIRST:B", "SECOND:C"] {
        let mut table = TableDescriptor::clone(Weather::SCHEMA.table);
        table.name = TableName::parse(name).unwrap();
        diffs.push(db.diff_of(Declared::table(&table)).await.unwrap());
    }
    let plan = db.plan(&diffs).await.unwrap();
    let rejected = Cause::invalid("rejected by the test");
    backend.faults.on(CallKind::Schema).nth(1).fail(rejected);
    let error = db.apply(&plan, Destructive::LeaveOut).await.unwrap_err();
    assert_eq!(error.kind(), hbase_schema::ErrorKind::InvalidRequest);
    let Error::Apply(error) = error else {
        panic!("{error:?}")
    };
    let names = |steps: &[Step]| {
        let tables = steps.iter().filter_map(Step::table);
        tables.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names(error.done()), ["SECOND:C"]);
    assert_eq!(names(error.undone()), ["FIRST:A", "FIRST:B"]);
    assert_eq!(error.failures().len(), 1);
    let failed = error.failed().unwrap();
    assert!(failed.statement.contains("create_namespace 'FIRST'"));
    assert!(!error.is_uncertain() && !error.is_for_shell());
}

#[tokio::test]
async fn an_error_names_the_table_and_what_could_not_be_compared() {
    let (db, backend) = observed().await;
    db.create_table::<before::Weather>().await.unwrap();
    let lacking = Capability::AllAttributes;
    backend.order.lacks.lock().unwrap().push(lacking);
    let Err(Error::Differs(error)) = db.verify::<Weather>().await else {
        panic!("another declaration")
    };
    assert_eq!(error.table().to_string(), "DLQX:WEATHER_DATA");
    let bloom = DifferenceKind::FamilyAttribute("D1".into(), "BLOOMFILTER".into());
    assert!(error.not_checked().contains(&bloom));
    assert!(!error.differences().is_empty() && error.others().is_empty());
}
