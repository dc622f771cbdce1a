//! The policy of the original loader, and its keys.

use hbase_row_key_policy::{KeyMaker, RowKeyPolicy, Severity};

use crate::support::findings;

const JSON: &str = r#"[{"DATA_TYPE":"DATA_TYPE","PUBLISH_TIME":"PUBLISH_TIME"},{"columnName":"PUBLISH_TIME","length":14,"numberStep":1,"prefixChar":"","prefixNumber":0,"replaceChar":"","replaceSourceChar":"- :","splitChar":".","startNumber":1,"suffixChar":"0","suffixNumber":0,"value":"2015-12-26 12:24:00"},{"columnName":"DATA_TYPE","length":4,"numberStep":1,"prefixChar":"","prefixNumber":0,"replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"0","suffixNumber":0,"value":"D1"}]"#;

fn policy() -> RowKeyPolicy {
    RowKeyPolicy::from_json(JSON).unwrap()
}

#[test]
fn its_two_keys() {
    let policy = policy();
    let mut maker = KeyMaker::new(&policy).unwrap();
    let mut no_number = |_| panic!("the policy has no running number");
    let mut keys = Vec::new();
    for (publish_time, data_type) in [
        ("2015-08-12 16:35:00", "D01"),
        ("2015-09-12 16:35:00", "D02"),
    ] {
        let values = [Some(publish_time), Some(data_type)];
        maker.key(&values, &mut no_number, &mut keys).unwrap();
        keys.push(b'\n');
    }
    assert_eq!(
        String::from_utf8(keys).unwrap(),
        "20150812163500.D010\n20150912163500.D020\n"
    );
}

#[test]
fn its_columns_are_in_the_order_of_the_key() {
    assert!(policy().columns().eq(["PUBLISH_TIME", "DATA_TYPE"]));
    assert_eq!(policy().running_number(), None);
}

#[test]
fn it_is_written_byte_by_byte() {
    assert_eq!(policy().to_json(), JSON);
}

#[test]
fn it_has_no_errors() {
    assert_eq!(findings(&policy(), Severity::Error), [""; 0]);
}

#[test]
fn its_samples_make_a_key() {
    let policy = policy();
    assert_eq!(policy.samples(), ["2015-12-26 12:24:00", "D1"]);
    let samples: Vec<_> = policy.samples().into_iter().map(Some).collect();
    let preview = policy.preview(&samples).unwrap();
    assert_eq!(preview.key.unwrap(), b"20151226122400.D100");
}
