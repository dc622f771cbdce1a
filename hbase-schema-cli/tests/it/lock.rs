//! `lock` and `lock --check` of crates in a temporary directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hbase_model::lock::{LockFile, TableFacts};
use serde_json::Value;

const MANIFEST: &str = "[package]\nname = \"shop\"\nedition = \"2024\"\n[workspace]\n";
const ORDER: &str = "#[derive(HTable)] #[table(\"SHOP:ORDERS\")] #[family(\"D1\")] \
     pub struct Order { #[rowkey] pub id: u64, pub cents: u64 }\n";
/// Another struct of the same table.
const VIEW: &str = "#[derive(HTable)] #[table(\"SHOP:ORDERS\")] #[family(\"D1\")] \
     pub struct View { #[rowkey] pub id: u64, pub note: Option<String> }\n";
const ITEM: &str = "#[derive(HTable)] #[table(\"SHOP:ITEMS\")] #[family(\"D1\")] \
     pub struct Item { #[rowkey] pub id: u64, pub name: String }\n";

/// A crate in a directory of its own.
struct Crate(tempfile::TempDir);

impl Crate {
    fn new(lib: &str) -> Self {
        let made = Self(tempfile::tempdir().unwrap());
        made.write("Cargo.toml", MANIFEST);
        made.write("src/lib.rs", lib);
        made
    }

    /// With the lock of all its structs.
    fn locked(lib: &str) -> Self {
        let made = Self::new(lib);
        made.lock();
        made
    }

    fn lock(&self) {
        let tables = hbase_schema_build::read(self.path("")).unwrap();
        let facts: Vec<TableFacts> = tables
            .iter()
            .map(hbase_model::DescribedTable::facts)
            .collect();
        let lock = LockFile::default().updated(&facts).unwrap();
        self.write("hbase.lock", &lock.to_string());
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The status, the standard output and the standard error of a command; the directory is `DIR` in them.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = run(arguments, self.0.path());
        let directory = self.0.path().display().to_string();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&directory, "DIR");
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    fn check(&self) -> (i32, String) {
        let (status, out, errors) = self.run(&["lock", "--check"]);
        (status, out + &errors)
    }

    fn check_json(&self) -> Value {
        let (_, out, errors) = self.run(&["lock", "--check", "--json"]);
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{errors}"))
    }
}

fn run(arguments: &[&str], directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(arguments)
        .arg(directory)
        .output()
        .unwrap()
}

fn lists(structs: &str) -> String {
    format!("hbase_schema::lock![{structs}];\n")
}

#[test]
fn sources_are_as_locked() {
    let made = Crate::locked(&format!(
        "{ORDER}{VIEW}{ITEM}{}",
        lists("Order, View, Item")
    ));
    assert_eq!(made.check(), (0, "2 tables, as locked\n".to_owned()));
}

#[test]
fn a_crate_has_a_list() {
    let made = Crate::locked(ORDER);
    let (status, text) = made.check();
    assert_eq!(status, 1);
    assert!(
        text.contains("no `lock!` lists the crate's structs"),
        "{text}"
    );
    // What tests list is not in the program.
    made.write(
        "src/lib.rs",
        &format!("{ORDER}#[cfg(test)] {}", lists("Order")),
    );
    assert_eq!(made.check(), (status, text));
}

#[test]
fn a_crate_has_one_list() {
    let made = Crate::locked(&format!("{ORDER}{}", lists("Order")));
    made.write("src/main.rs", &lists("shop::Order"));
    for arguments in [&["lock", "--check"][..], &["lock"]] {
        let (status, _, text) = made.run(arguments);
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("more than one `lock!`"), "{text}");
        assert!(
            text.contains("DIR/src/main.rs") && text.contains("DIR/src/lib.rs"),
            "{text}"
        );
    }
    assert!(!made.path("target").exists());
    // One of two is in each build.
    let either = ["feature = \"a\"", "not(feature = \"a\")"];
    let either = either.map(|condition| format!("#[cfg({condition})] {}", lists("Order")));
    fs::remove_file(made.path("src/main.rs")).unwrap();
    made.write("src/lib.rs", &format!("{ORDER}{}", either.join("")));
    assert_eq!(made.check(), (0, "1 table, as locked\n".to_owned()));
}

#[test]
fn listed_types_are_structs_with_htable() {
    let made = Crate::locked(&format!(
        "{ORDER}pub struct Plain; {}",
        lists("Order, Plain")
    ));
    let (status, text) = made.check();
    assert_eq!(status, 1);
    assert!(
        text.contains("`Plain` in `lock!` does not derive `HTable`"),
        "{text}"
    );
    made.write(
        "src/lib.rs",
        &format!("{ORDER}{}", lists("Order, Made, Order")),
    );
    let expected = "unknown: the sources do not show `Made`; the compiler checks it\n1 table, no change, 1 unknown\n";
    let (status, text) = made.check();
    assert_eq!((status, text.trim_start()), (0, expected));
    assert_eq!(made.check_json()["unknown"][0], "Made");
    // Its table, and its columns in the table of another struct, are not missing.
    let made = Crate::locked(&format!(
        "{ORDER}{VIEW}{ITEM}{}",
        lists("Order, View, Item")
    ));
    made.write("src/lib.rs", &format!("{ORDER}{}", lists("Order, Made")));
    assert_eq!(made.check(), (status, text));
}

#[test]
fn aliases_and_paths_are_listed() {
    let other = "pub mod other { #[derive(HTable)] #[table(\"SHOP:OTHER\")] #[family(\"D1\")] \
         pub struct Order { #[rowkey] pub id: u64, pub n: u32 } }\n";
    let lib = format!("{ORDER}{other}type Short = other::Order;\n");
    for list in [
        "Order, Short",
        "crate::Order, other::Order",
        "other::Order, self::Order,",
    ] {
        let made = Crate::locked(&format!("{lib}{}", lists(list)));
        assert_eq!(
            made.check(),
            (0, "2 tables, as locked\n".to_owned()),
            "{list}"
        );
    }
    // The table of a struct that is not listed is locked, and nothing compares it.
    let made = Crate::locked(&format!("{lib}{}", lists("other::Order")));
    let (status, text) = made.check();
    assert_eq!(status, 1);
    assert!(
        text.contains("the table SHOP:ORDERS is in hbase.lock"),
        "{text}"
    );
    let (status, text, _) = made.run(&["check"]);
    assert_eq!(status, 0);
    assert!(text.contains("`Order` is missing from `lock!`"), "{text}");
    assert_eq!(text.matches("missing from `lock!`").count(), 1, "{text}");
}

#[test]
fn fields_under_cfg_are_unknown() {
    let lib = |field: &str| {
        let field = format!("{field} pub note: Option<String> }}");
        ORDER.replace(" }\n", &format!(", {field}\n")) + &lists("Order")
    };
    for condition in [
        "feature = \"archive\"",
        "not(feature = \"archive\")",
        "archive",
    ] {
        let conditional = lib(&format!("#[cfg({condition})]"));
        for locked in [lib(""), format!("{ORDER}{}", lists("Order"))] {
            let made = Crate::locked(&locked);
            made.write("src/lib.rs", &conditional);
            let (status, text) = made.check();
            let expected = "SHOP:ORDERS\n  unknown: `cell D1 NOTE` depends on `cfg`; the compiler checks it\n\
                 1 table, no change, 1 unknown\n";
            assert_eq!((status, text.as_str()), (0, expected), "{condition}");
        }
    }
    // A field of another type is reported in each build.
    let made = Crate::locked(&lib("").replace("Option<String>", "Option<u64>"));
    made.write("src/lib.rs", &lib("#[cfg(feature = \"archive\")]"));
    let (status, text) = made.check();
    assert_eq!(status, 1);
    assert!(text.contains("was u64"), "{text}");
}

#[test]
fn a_table_under_cfg_is_unknown() {
    let made = Crate::locked(&format!("{ORDER}{ITEM}{}", lists("Order, Item")));
    let conditional = format!(
        "{ORDER}#[cfg(feature = \"items\")] {ITEM}{}",
        lists("Order, Item")
    );
    made.write("src/lib.rs", &conditional);
    let (status, text) = made.check();
    assert_eq!(status, 0, "{text}");
    assert!(
        text.contains("SHOP:ITEMS\n  unknown: `table` depends on `cfg`"),
        "{text}"
    );
    // It may also be missing from the lock.
    let made = Crate::locked(&format!("{ORDER}{}", lists("Order")));
    made.write("src/lib.rs", &conditional);
    assert_eq!(made.check().0, 0);
}

#[test]
fn structs_that_contradict_each_other_are_reported() {
    let lib = format!("{ORDER}{VIEW}{}", lists("Order, View"));
    let made = Crate::locked(&lib);
    made.write(
        "src/lib.rs",
        &lib.replace("pub note: Option<String>", "pub cents: u32"),
    );
    let (status, text) = made.check();
    assert_eq!(status, 1, "{text}");
    let expected = "cell D1 CENTS of `Order` is u64 java required, and cell D1 CENTS of `View` is u32 java required";
    assert!(text.contains(expected), "{text}");
    let found = made.check_json();
    assert_eq!(
        found["tables"][0]["contradictions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_change_has_its_class_once_and_a_hash_if_an_exception_helps() {
    let made = Crate::locked(&format!("{ORDER}{}", lists("Order")));
    made.write(
        "src/lib.rs",
        &format!(
            "{}{}",
            ORDER.replace("cents: u64", "cents: u32"),
            lists("Order")
        ),
    );
    let (status, text) = made.check();
    assert_eq!(status, 1);
    assert_eq!(text.matches("CELL").count(), 1, "{text}");
    let found = made.check_json();
    let change = &found["tables"][0]["changes"][0];
    assert_eq!(change["class"], "CELL");
    let hash = change["hash"].as_str().unwrap();
    assert!(text.contains(&format!("except {hash}")), "{text}");
    made.write(
        "src/lib.rs",
        &format!(
            "{}{}",
            ORDER.replace("cents: u64", "cents: u64, pub note: Option<String>"),
            lists("Order")
        ),
    );
    let found = made.check_json();
    let change = &found["tables"][0]["changes"][0];
    assert_eq!(
        (&change["class"], &change["hash"]),
        (&Value::from("FREE"), &Value::Null)
    );
}

#[test]
fn a_damaged_lock_is_reported_before_anything_is_compiled() {
    let made = Crate::locked(&format!("{ORDER}{}", lists("Order")));
    let text = fs::read_to_string(made.path("hbase.lock")).unwrap();
    made.write("hbase.lock", &text.replace("u64", "u32"));
    for arguments in [&["lock"][..], &["lock", "--check"]] {
        let (status, _, text) = made.run(arguments);
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("DIR/hbase.lock"), "{text}");
    }
    assert!(!made.path("target").exists());
}

#[test]
fn a_workspace_has_no_lock_of_its_own() {
    let made = Crate::new("");
    fs::remove_dir_all(made.path("src")).unwrap();
    made.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"orders\", \"tools\", \"schema\"]\n",
    );
    made.write(
        "schema/Cargo.toml",
        "[package]\nname = \"hbase-schema\"\nversion = \"1.0.0\"\n",
    );
    made.write("schema/src/lib.rs", "");
    for (name, dependency) in [
        (
            "orders",
            "[dependencies]\nhbase-schema = { path = \"../schema\" }\n",
        ),
        ("tools", ""),
    ] {
        made.write(
            &format!("{name}/Cargo.toml"),
            &format!("[package]\nname = \"{name}\"\n{dependency}"),
        );
        made.write(&format!("{name}/src/lib.rs"), "");
    }
    for arguments in [&["lock"][..], &["lock", "--check"]] {
        let (status, _, text) = made.run(arguments);
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("expected `DIR/orders`\n"), "{text}");
        assert!(text.contains("`hbase-schema lock DIR/orders`"), "{text}");
    }
    assert!(!made.path("hbase.lock").exists());
}

#[test]
fn a_missing_directory_is_reported() {
    let made = Crate::new("");
    let output = run(&["lock"], &made.path("nosuch"));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("No such file or directory"), "{text}");
}

#[test]
fn a_check_needs_no_store() {
    let made = Crate::locked(&format!("{ORDER}{}", lists("Order")));
    let (status, _, text) = made.run(&["lock", "--check", "--url", "embedded:none"]);
    assert_eq!(status, 2);
    assert!(
        text.contains("cannot be used with") && text.contains("--check"),
        "{text}"
    );
}

/// Stands for the macro: the test that it generates runs `body`.
fn stand_in(body: &str) -> String {
    format!("macro_rules! lock {{ () => {{ #[test] fn hbase_lock() {{ {body} }} }} }}\nlock![];\n")
}

#[test]
fn an_empty_lock_does_not_stay_if_it_is_not_written() {
    let made = Crate::new(&stand_in(
        "panic!(\"hbase.lock stays as it is:\\n\\n`cents` was u64, is u32\\n\");",
    ));
    let (status, _, text) = made.run(&["lock"]);
    assert_eq!(status, 1, "{text}");
    let expected =
        "error: the lock stays as it is:\n       `cents` was u64, is u32\n--> DIR/hbase.lock\n";
    assert_eq!(text, expected);
    assert!(!made.path("hbase.lock").exists());
    // One that was there stays.
    made.write("hbase.lock", "");
    assert_eq!(made.run(&["lock"]).0, 1);
    assert!(made.path("hbase.lock").exists());
}

#[test]
fn only_the_target_with_the_list_is_compiled() {
    let write =
        "std::fs::write(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/hbase.lock\"), \"\\n\").unwrap();";
    for file in ["src/lib.rs", "src/main.rs"] {
        let made = Crate::new("");
        let main = if file == "src/main.rs" {
            "fn main() {}"
        } else {
            ""
        };
        made.write(file, &(stand_in(write) + main));
        made.write("tests/broken.rs", "does not compile");
        let (status, out, text) = made.run(&["lock"]);
        assert_eq!(
            (status, out.as_str()),
            (0, "DIR/hbase.lock: 0 tables, written\n"),
            "{text}"
        );
    }
}
