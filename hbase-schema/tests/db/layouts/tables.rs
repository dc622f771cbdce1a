//! Tables by day, and tables with indexes.

use hbase_schema::{ErrorKind, HTable, connect};

use super::BatchLayout;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("LAYOUT_TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Trade {
    #[table_date]
    day: hbase_schema::Timestamp,
    #[rowkey]
    account: String,
    amount: i64,
}

mod v2 {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("LAYOUT_TRADE_{yyyyMMdd}")]
    #[family("D1")]
    pub(crate) struct Trade {
        #[table_date]
        pub(crate) day: hbase_schema::Timestamp,
        #[rowkey]
        pub(crate) account: String,
        pub(crate) amount: f64,
    }
}

#[tokio::test]
async fn each_table_of_a_period_has_its_own_layout() {
    let db = connect("memory:").await.unwrap();
    let (first, last) = ("2015-12-26".parse().unwrap(), "2015-12-27".parse().unwrap());
    db.dated::<Trade>().create(first).await.unwrap();
    db.dated::<v2::Trade>().create(last).await.unwrap();
    let trade = |day| v2::Trade {
        day,
        account: "a".into(),
        amount: 1.0,
    };
    db.put(&trade(last)).await.unwrap();
    let error = db.put(&trade(first)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    assert!(
        error
            .to_string()
            .starts_with("put, table LAYOUT_TRADE_20151226, row `a`: "),
        "{error}"
    );
    db.dated::<v2::Trade>().verify(last).await.unwrap();
    let error = db
        .dated::<v2::Trade>()
        .verify(first..=last)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    assert_eq!(
        db.dated::<v2::Trade>()
            .adopt_layout(first..=last)
            .await
            .unwrap()
            .len(),
        1
    );
    db.put(&trade(first)).await.unwrap();
}

mod indexed {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("LAYOUT_MAIL")]
    #[family("D1")]
    pub(crate) struct Mail {
        #[rowkey]
        pub(crate) id: u64,
        #[index("LAYOUT_MAIL_BY_SENDER")]
        pub(crate) sender: String,
        pub(crate) size: u32,
    }

    pub(crate) mod v2 {
        use hbase_schema::HTable;

        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("LAYOUT_MAIL")]
        #[family("D1")]
        pub(crate) struct Mail {
            #[rowkey]
            pub(crate) id: u64,
            #[index("LAYOUT_MAIL_BY_SENDER")]
            pub(crate) sender: String,
            pub(crate) size: u64,
        }
    }
}

#[tokio::test]
async fn tables_with_indexes_are_compared_too() {
    use indexed::{Mail, v2};
    let db = connect("memory:").await.unwrap();
    db.create_table::<Mail>().await.unwrap();
    let mail = Mail {
        id: 1,
        sender: "ada".into(),
        size: 5,
    };
    db.put(&mail).await.unwrap();
    assert_eq!(
        db.query(Mail::BY_SENDER.eq("ada")).count().await.unwrap(),
        1
    );
    let later = v2::Mail {
        id: 1,
        sender: "ada".into(),
        size: 5,
    };
    let errors = [
        db.put(&later).await.unwrap_err(),
        db.put_many([later.clone()]).await.unwrap_err_layout(),
        db.query(v2::Mail::BY_SENDER.eq("ada"))
            .rows()
            .collect()
            .await
            .unwrap_err(),
        db.query(v2::Mail::BY_SENDER.eq("ada"))
            .count()
            .await
            .unwrap_err(),
        db.query(v2::Mail::BY_SENDER.eq("ada"))
            .page(5)
            .await
            .unwrap_err(),
        db.get(&later.key()).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    }
    db.adopt_layout::<v2::Mail>().await.unwrap();
    db.put(&later).await.unwrap();
}
