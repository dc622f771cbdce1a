//! The guide's pictures in `docs/src/pictures` are what the command draws now. `BLESS=1` redraws them.

use std::path::{Path, PathBuf};
use std::process::Command;

use quick_xml::Reader;
use quick_xml::events::Event;

/// A picture's name, and the command line that draws it, without `--plot FILE`, at the workspace's root.
const PICTURES: [(&str, &str); 5] = [
    ("call-key", "explain examples/calls.rs Call"),
    ("mail-key", "explain examples/mail.rs Mail"),
    ("trade-key", "explain examples/trades.rs Trade"),
    (
        "call-regions",
        "splits examples/calls.rs Call --sample hbase-schema-cli/tests/samples/calls.csv",
    ),
    (
        "one-phone-regions",
        "splits examples/calls.rs Call --sample hbase-schema-cli/tests/samples/one_phone.csv",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn directory() -> PathBuf {
    root().join("docs/src/pictures")
}

/// The picture that a command line draws.
fn drawn(line: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("picture.svg");
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .current_dir(root())
        .args(line.split(' '))
        .arg("--plot")
        .arg(&file)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{line}: {errors}");
    std::fs::read_to_string(&file).unwrap()
}

#[test]
fn the_guides_pictures_are_current() {
    for (name, line) in PICTURES {
        let file = directory().join(name).with_extension("svg");
        let drawn = drawn(line);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        let stored = std::fs::read_to_string(&file).unwrap();
        assert_eq!(stored, drawn, "{name}: `BLESS=1 cargo test` redraws it");
    }
}

#[test]
fn each_picture_of_the_guide_is_drawn_by_the_command() {
    let files = directory().read_dir().unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let mut drawn = PICTURES.map(|(name, _)| format!("{name}.svg"));
    drawn.sort();
    assert_eq!(names, drawn);
}

/// The names of the elements, in their order, and whether the first one is an image for screen readers.
fn elements(svg: &str) -> (Vec<String>, bool) {
    let mut reader = Reader::from_str(svg);
    let (mut names, mut is_image) = (Vec::new(), false);
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => return (names, is_image),
            Event::Start(element) | Event::Empty(element) => {
                let role = element.try_get_attribute("role").unwrap();
                is_image |= role.is_some_and(|role| &*role.value == "img");
                names.push(element.name().0.to_owned());
            }
            _ => {}
        }
    }
}

#[test]
fn screen_readers_find_a_title_and_a_description() {
    for (name, line) in PICTURES {
        let svg = drawn(line);
        let (elements, is_image) = elements(&svg);
        assert_eq!(elements[..4], ["svg", "title", "desc", "style"], "{name}");
        assert!(is_image, "{name}");
        assert!(svg.contains("prefers-color-scheme:dark"), "{name}");
    }
}

#[test]
fn a_key_is_drawn_with_its_salts_inputs_and_escaped_separators() {
    let svg = drawn("explain examples/calls.rs Call");
    let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    // A box for each of the five segments, a swatch for the salt and each part, an arrow from each part.
    let found = (
        count("salt"),
        count("part"),
        count("separator"),
        count("arrow"),
    );
    assert_eq!(found, (2, 4, 2, 2));
    for text in [
        "the last 4 of phone",
        "yyyyMM of at",
        "28 bytes",
        "6 regions",
    ] {
        assert!(svg.contains(text), "{text}");
    }
}
