//! Mail by user and day.

use hbase_schema::{HTable, Timestamp, prefix};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_TABLE")]
#[rowkey(separator = "-")]
#[family("DATA")]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[rowkey]
    message: String,
    subject: String,
}

#[test]
fn every_prefix_of_parts_is_a_question() {
    use super::{assert_row, at};

    let mail = Mail {
        user: "ann".into(),
        day: at(2015, 12, 26, 0, 0, 0),
        message: "m-1".into(),
        subject: "hello".into(),
    };
    let key = b"ann-20151226-m-1";
    assert_row(&mail, key);
    let questions = [
        Mail::scan().user("ann").ranges(),
        Mail::scan().user("ann").day(mail.day).ranges(),
    ];
    for ranges in questions {
        let ranges = ranges.expect("ranges");
        assert!(ranges.as_slice()[0].contains(key));
        assert!(!ranges.as_slice()[0].contains(b"anna-20151226-m-1"));
    }
    let prefixed = Mail::scan().user("ann").day(mail.day).message(prefix("m-"));
    assert!(prefixed.ranges().expect("ranges").as_slice()[0].contains(key));
}
