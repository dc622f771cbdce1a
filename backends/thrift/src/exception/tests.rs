use super::*;

const IO: ExceptionType = ExceptionType::IoError;

#[test]
fn the_stack_trace_is_left_out() {
    let text = "org.apache.hadoop.hbase.TableNotFoundException: suite_no_such_table\n\
                \tat org.apache.hadoop.hbase.client.Foo.bar(Foo.java:12)\n\
                \t... 3 more\n";
    let exception = Exception::new(IO, text);
    assert_eq!(
        exception.class,
        "org.apache.hadoop.hbase.TableNotFoundException"
    );
    assert_eq!(exception.message, "suite_no_such_table");
    assert!(!exception.is_transient());
}

#[test]
fn a_remote_exception_names_its_class_once() {
    let class = "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException";
    let text = format!(
        "{class}: {class}: Column family nope does not exist in region t,,1.\n\
         \tat org.apache.hadoop.hbase.regionserver.HRegion.checkFamily(HRegion.java:1)\n"
    );
    let exception = Exception::new(IO, &text);
    assert_eq!(exception.class, class);
    assert_eq!(
        exception.message,
        "Column family nope does not exist in region t,,1."
    );
}

#[test]
fn causes_are_known_but_not_told() {
    let text = "java.io.IOException: no luck\n\tat a.b.C(D.java:1)\n\
                Caused by: org.apache.hadoop.hbase.NotServingRegionException: r\n\tat x\n";
    let exception = Exception::new(IO, text);
    assert_eq!(exception.message, "no luck");
    assert!(exception.mentions("NotServingRegionException"));
    assert!(exception.is_transient());
}

#[test]
fn a_class_in_a_stack_trace_is_not_named() {
    let text = "java.io.IOException: no luck\n\tat a.TableNotFoundException.of(D.java:1)\n";
    assert!(!Exception::new(IO, text).has_kind(ExceptionKind::TableNotFound));
}

#[test]
fn text_without_a_class_is_the_message() {
    let exception = Exception::new(ExceptionType::IllegalArgument, "scanner ID is invalid");
    assert_eq!(exception.class, "IllegalArgument");
    assert_eq!(exception.message, "scanner ID is invalid");
    assert!(exception.is_unknown_scanner());
    assert!(!exception.is_transient());
    let exception = Exception::new(IO, "table does not exist: t");
    assert_eq!(exception.class, "IOError");
    assert_eq!(exception.message, "table does not exist: t");
}

#[test]
fn a_class_without_a_message() {
    let exception = Exception::new(IO, "java.lang.NullPointerException\n\tat x\n");
    assert_eq!(exception.class, "java.lang.NullPointerException");
    assert_eq!(exception.message, "");
}

#[test]
fn nothing_at_all() {
    let exception = Exception::new(IO, "");
    assert_eq!(
        (exception.class.as_str(), exception.message.as_str()),
        ("IOError", "")
    );
}

#[test]
fn the_reason_of_failed_attempts_decides_whether_they_pass() {
    let attempts = "org.apache.hadoop.hbase.client.RetriesExhaustedException: Failed after attempts=2, exceptions:\n\
                    t0, org.apache.hadoop.hbase.RegionTooBusyException: r\n";
    assert!(Exception::new(IO, attempts).is_transient());
    let reason = "Caused by: org.apache.hadoop.hbase.security.AccessDeniedException: no\n";
    assert!(!Exception::new(IO, &format!("{attempts}{reason}")).is_transient());
    assert!(!Exception::new(IO, "java.net.SocketTimeoutException: 60 s").is_transient());
}
