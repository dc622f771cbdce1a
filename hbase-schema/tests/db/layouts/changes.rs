//! Which changes of a struct are errors, and which layouts a table records.

use hbase_model::lock::TableFacts;
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema::db::Destructive;
use hbase_schema::{Connection, ErrorKind};

use super::{
    BatchLayout, created, keyed, layout_error, narrower, other_part, part, renamed, required, v1,
    wider,
};

#[tokio::test]
async fn another_width_is_an_error_of_the_first_call() {
    let db = created().await;
    db.put(&v1::Order {
        id: 1,
        cents: 5,
        note: None,
    })
    .await
    .unwrap();
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    let (text, changes) = layout_error(db.put(&order).await.unwrap_err());
    assert_eq!(
        changes,
        [
            "`cents` (cell D1 CENTS) was u64, is u32: existing cells do not decode, or decode as other values [CELL]"
        ]
    );
    let start = "put, table SHOP:ORDER_BOOK, row `\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01`: `Order` does not fit the rows of the table, which has layout 1 of `Order`: `cents` (cell D1 CENTS) was u64, is u32: ";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("`hbase-schema lock --adopt`"), "{text}");
    // Nothing was written, and reads fail too.
    layout_error(db.get(&order.key()).await.unwrap_err());
    layout_error(
        db.scan(narrower::Order::scan().all())
            .count()
            .await
            .unwrap_err(),
    );
    layout_error(db.put_many([order.clone()]).await.unwrap_err_layout());
    layout_error(db.delete(&order.key()).await.unwrap_err());
    layout_error(db.verify::<narrower::Order>().await.unwrap_err());
    assert_eq!(
        db.get(&v1::OrderKey { id: 1 })
            .await
            .unwrap()
            .unwrap()
            .cents,
        5
    );
}

#[tokio::test]
async fn verify_names_another_layout_and_other_differences() {
    macro_rules! with_versions {
        ($module:ident: $cents:ty) => {
            mod $module {
                #[derive(hbase_schema::HTable)]
                #[table("SHOP:ORDER_BOOK")]
                #[family("D1", versions = 3)]
                pub(crate) struct Order {
                    #[rowkey]
                    pub(crate) id: u64,
                    pub(crate) cents: $cents,
                    pub(crate) note: Option<String>,
                }
            }
        };
    }
    with_versions!(same: u64);
    with_versions!(narrow: u32);
    let db = created().await;
    let (text, changes) = layout_error(db.verify::<narrow::Order>().await.unwrap_err());
    assert_eq!(changes.len(), 1);
    let expected =
        ". Also, table SHOP:ORDER_BOOK differs from `Order`:\n  family D1, VERSIONS: declared 3";
    assert!(text.contains(expected), "{text}");
    let error = db.verify::<same::Order>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Differs);
}

#[tokio::test]
async fn harmful_changes_are_errors_and_others_are_not() {
    let db = created().await;
    let changes = |error| layout_error(error).1.join("; ");
    let found = changes(db.verify::<required::Order>().await.unwrap_err());
    assert!(
        found.starts_with("`note` (cell D1 NOTE) was optional, is required: "),
        "{found}"
    );
    assert!(found.ends_with("[READ]"), "{found}");
    let found = changes(db.verify::<renamed::Order>().await.unwrap_err());
    assert!(found.contains("(cell D1 NOTE) was D1 NOTE, is D1 REMARK: existing rows have the cell in the old column"), "{found}");
    let found = changes(db.verify::<keyed::Order>().await.unwrap_err());
    assert!(
        found.starts_with("`id` (key 01) was integer8-unsigned, is integer4-unsigned: "),
        "{found}"
    );
    assert!(found.ends_with("[KEY]"), "{found}");
    db.verify::<wider::Order>().await.unwrap();
    db.put(&wider::Order {
        id: 2,
        cents: 1,
        note: None,
        by: None,
    })
    .await
    .unwrap();
    // Another struct of the table may have columns of its own, and views of the same bytes are only warned of.
    let part = part::Summary {
        id: 3,
        cents: 1,
        count: 1,
    };
    db.put(&part).await.unwrap();
    let other = other_part::Summary { id: 3, cents: 1.0 };
    db.put(&other).await.unwrap();
}

#[tokio::test]
async fn an_applied_layout_keeps_older_programs() {
    let db = created().await;
    let plan = db
        .plan(&[db.diff::<wider::Order>().await.unwrap()])
        .await
        .unwrap();
    assert!(plan.is_empty());
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    let record = |db: Connection| async move {
        let live = db.describe::<v1::Order>().await.unwrap();
        live.attribute("HBASE_SCHEMA_LAYOUT:Order").unwrap()
    };
    let later = record(db.clone()).await;
    assert!(
        later.contains(";  cell D1 BY text text optional"),
        "{later}"
    );
    db.verify::<wider::Order>().await.unwrap();
    db.verify::<v1::Order>().await.unwrap();
    // The older program applies its own struct: the record stays.
    let plan = db
        .plan(&[db.diff::<v1::Order>().await.unwrap()])
        .await
        .unwrap();
    db.apply(&plan, Destructive::LeaveOut).await.unwrap();
    assert_eq!(record(db.clone()).await, later);
    let plan = db
        .plan(&[db.diff::<narrower::Order>().await.unwrap()])
        .await
        .unwrap();
    layout_error(db.apply(&plan, Destructive::LeaveOut).await.unwrap_err());
    assert_eq!(record(db.clone()).await, later);
}

#[tokio::test]
async fn an_adopted_layout_rejects_the_earlier_one() {
    let db = created().await;
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    layout_error(db.put(&order).await.unwrap_err());
    assert!(db.adopt_layout::<narrower::Order>().await.unwrap());
    assert!(!db.adopt_layout::<narrower::Order>().await.unwrap());
    db.put(&order).await.unwrap();
    let (text, _) = layout_error(db.get(&v1::OrderKey { id: 1 }).await.unwrap_err());
    assert!(
        text.contains("which has layout 2 of `Order`: `cents` (cell D1 CENTS) was u32, is u64"),
        "{text}"
    );
    // Another struct beside it.
    db.adopt_layout::<other_part::Summary>().await.unwrap();
    let other = other_part::Summary { id: 3, cents: 1.0 };
    db.put(&other).await.unwrap();
    let part = part::Summary {
        id: 3,
        cents: 1,
        count: 1,
    };
    layout_error(db.put(&part).await.unwrap_err());
    db.verify::<narrower::Order>().await.unwrap();
}

#[tokio::test]
async fn a_table_that_is_created_again_has_another_layout() {
    let db = created().await;
    let order = narrower::Order {
        id: 1,
        cents: 5,
        note: None,
    };
    layout_error(db.put(&order).await.unwrap_err());
    db.drop_table::<v1::Order>().await.unwrap();
    db.create_table::<narrower::Order>().await.unwrap();
    db.put(&order).await.unwrap();
}

#[tokio::test]
async fn a_layout_that_is_too_long_is_not_adopted() {
    let db = created().await;
    let name = TableName::parse("SHOP:ORDER_BOOK").unwrap();
    let mut table = TableDescriptor::new(name.clone());
    let families = (0..10_000).map(|number| FamilyDescriptor {
        name: format!("F{number}").into(),
        ..FamilyDescriptor::new("D1")
    });
    table.families = families.collect();
    let facts = TableFacts::of(&name, |facts| facts.table(&table, false));
    let error = db.adopt_facts(&name, "Order", &facts, None).await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("at most 65536"), "{error}");
    // The recorded layout stays.
    let order = narrower::Order {
        id: 1,
        cents: 1,
        note: None,
    };
    layout_error(db.put(&order).await.unwrap_err());
}
