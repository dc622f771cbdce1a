//! The plot of `splits`: a picture in well-formed XML, with a bar for each region.

use std::path::Path;
use std::process::Command;

/// The plot of a sample, and the command's exit status.
fn plot(arguments: &[&str]) -> (String, Option<i32>) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("plot.svg");
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .args(["splits", "--plot"])
        .arg(&file)
        .args(arguments)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    (
        std::fs::read_to_string(&file).unwrap(),
        output.status.code(),
    )
}

/// The number of elements of each class in a picture, which must be well-formed.
fn count(svg: &str, class: &str) -> usize {
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut found = 0;
    loop {
        use quick_xml::events::Event;
        match reader.read_event().unwrap() {
            Event::Eof => return found,
            Event::Start(element) | Event::Empty(element) => {
                let attribute = element.try_get_attribute("class").unwrap();
                found += usize::from(attribute.is_some_and(|a| &*a.value == class));
            }
            _ => {}
        }
    }
}

#[test]
fn a_bar_for_each_region_and_a_panel_for_the_bytes() {
    let sample = "hbase-schema-cli/tests/samples/calls.csv";
    let (svg, status) = plot(&["examples/calls.rs", "Call", "--sample", sample]);
    assert_eq!((count(&svg, "bar"), status), (6, Some(0)));
    let bytes = ["--bytes", "bytes"];
    let (svg, _) = plot(
        &[
            &["examples/calls.rs", "Call", "--sample", sample],
            &bytes[..],
        ]
        .concat(),
    );
    assert_eq!(count(&svg, "bar"), 12);
}

#[test]
fn hot_regions_stand_out_and_keys_are_escaped() {
    let sample = "hbase-schema-cli/tests/samples/one_phone.csv";
    let (svg, status) = plot(&["examples/calls.rs", "Call", "--sample", sample]);
    assert_eq!(
        (count(&svg, "bar"), count(&svg, "bar hot"), status),
        (5, 1, Some(1))
    );
    assert!(svg.contains(">hot: 2.00x</text>"));
    let keys = "hbase-schema-cli/tests/samples/trades.txt";
    let (svg, _) = plot(&[
        "--keys",
        "--hex",
        "hbase-schema-cli/tests/tables/many.rs",
        "Signs",
        "--sample",
        keys,
    ]);
    assert_eq!(count(&svg, "bar"), 3);
    assert!(svg.contains("region 1 from &lt;&amp;&gt;"));
}
