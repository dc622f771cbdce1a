use super::*;

const IO: Thrown = Thrown::IoError { can_retry: true };

#[test]
fn the_stack_trace_is_left_out() {
    let text = "org.apache.hadoop.hbase.TableNotFoundException: suite_no_such_table\n\
                \tat org.apache.hadoop.hbase.client.Foo.bar(Foo.java:12)\n\
                \t... 3 more\n";
    let fault = Fault::new(IO, text);
    assert_eq!(
        fault.class,
        "org.apache.hadoop.hbase.TableNotFoundException"
    );
    assert_eq!(fault.message, "suite_no_such_table");
    assert!(!fault.passes());
}

#[test]
fn a_remote_exception_names_its_class_once() {
    let class = "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException";
    let text = format!(
        "{class}: {class}: Column family nope does not exist in region t,,1.\n\
         \tat org.apache.hadoop.hbase.regionserver.HRegion.checkFamily(HRegion.java:1)\n"
    );
    let fault = Fault::new(IO, &text);
    assert_eq!(fault.class, class);
    assert_eq!(
        fault.message,
        "Column family nope does not exist in region t,,1."
    );
}

#[test]
fn causes_are_known_but_not_told() {
    let text = "java.io.IOException: no luck\n\tat a.b.C(D.java:1)\n\
                Caused by: org.apache.hadoop.hbase.NotServingRegionException: r\n\tat x\n";
    let fault = Fault::new(IO, text);
    assert_eq!(fault.message, "no luck");
    assert!(fault.names("NotServingRegionException"));
    assert!(fault.passes());
}

#[test]
fn a_class_in_a_stack_trace_is_not_named() {
    let text = "java.io.IOException: no luck\n\tat a.TableNotFoundException.of(D.java:1)\n";
    assert!(!Fault::new(IO, text).names("TableNotFoundException"));
}

#[test]
fn text_without_a_class_is_the_message() {
    let fault = Fault::new(Thrown::IllegalArgument, "scanner ID is invalid");
    assert_eq!(fault.class, "IllegalArgument");
    assert_eq!(fault.message, "scanner ID is invalid");
    assert!(fault.is_lost_scanner());
    assert!(!fault.passes());
    let fault = Fault::new(IO, "table does not exist: t");
    assert_eq!(fault.class, "IOError");
    assert_eq!(fault.message, "table does not exist: t");
}

#[test]
fn a_class_without_a_message() {
    let fault = Fault::new(IO, "java.lang.NullPointerException\n\tat x\n");
    assert_eq!(fault.class, "java.lang.NullPointerException");
    assert_eq!(fault.message, "");
}

#[test]
fn nothing_at_all() {
    let fault = Fault::new(IO, "");
    assert_eq!(
        (fault.class.as_str(), fault.message.as_str()),
        ("IOError", "")
    );
}
