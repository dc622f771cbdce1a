//! Conditions on columns that store their absence.

use super::{Daily, DailyKey, Remark, daily, with};

#[tokio::test]
async fn filters_know_stored_absence() {
    let db = with(&["2015-12-26"]).await;
    let other = Daily {
        user: "v".into(),
        b: Some("x".into()),
        c: Some(-5),
        remark: Some(Remark { f: None }),
        ..daily("2015-12-26", 7)
    };
    db.put(&other).await.unwrap();
    let users = |filter| {
        let rows = db.scan(Daily::scan().all()).filter(filter).rows();
        async move {
            let rows: Vec<Daily> = rows.collect().await.unwrap();
            rows.iter().map(|row| row.user.clone()).collect::<String>()
        }
    };
    assert_eq!(users(Daily::B.is_none()).await, "u");
    assert_eq!(users(Daily::B.is_some()).await, "v");
    assert_eq!(users(Daily::B.eq(None::<&str>)).await, "u");
    assert_eq!(users(Daily::B.ne(None::<&str>)).await, "v");
    assert_eq!(users(Daily::B.eq("x")).await, "v");
    assert_eq!(users(Daily::B.ne("y")).await, "v");
    assert_eq!(users(Daily::B.lt("y")).await, "v");
    assert_eq!(users(Daily::B.le("a")).await, "");
    assert_eq!(users(Daily::C.lt(0)).await, "v");
    assert_eq!(users(Daily::C.between(-9..9)).await, "v");
    assert_eq!(users(Daily::C.gt(-9)).await, "v");
    assert_eq!(users(Daily::C.gt(0)).await, "");
    assert_eq!(users(Daily::REMARK.is_none()).await, "u");
    assert_eq!(users(Daily::REMARK.is_some()).await, "v");
    assert_eq!(users(Daily::CLIENT.address.is_none()).await, "uv");
    assert!(Daily::B.eq("").into_filter().is_err());
    // A condition of a put, in which HBase treats an absent cell as an empty one.
    let check = |user: &str| db.check(&DailyKey { user: user.into() });
    assert!(
        check("u")
            .is_none(Daily::B)
            .put(&daily("2015-12-26", 1))
            .await
            .unwrap()
    );
    assert!(!check("v").is_none(Daily::B).put(&other).await.unwrap());
    assert!(
        check("u")
            .eq(Daily::C, None::<i32>)
            .put(&daily("2015-12-26", 1))
            .await
            .unwrap()
    );
}
