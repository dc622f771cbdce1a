//! A project with a lock, from its first row to a change of a column, with a table that records its layout.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const MANIFEST: &str = "[package]\nname = \"shop\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
     hbase-schema = { path = \"CHECKOUT/hbase-schema\" }\n\
     tokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n";

const LIBRARY: &str = r#"
use hbase_schema::HTable;

#[derive(HTable, Debug)]
#[table("SHOP:ORDER_BOOK")]
#[family("D1")]
pub struct Order {
    #[rowkey]
    pub id: u64,
    pub cents: u64,
}

hbase_schema::lock![Order];
"#;

/// Writes a row, or prints it.
const PROGRAM: &str = r#"
use shop::{Order, OrderKey};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), hbase_schema::Error> {
    let mut arguments = std::env::args().skip(1);
    let [url, call] = [(); 2].map(|()| arguments.next().unwrap());
    let db = hbase_schema::connect(&url).await?;
    match call.as_str() {
        "put" => db.put(&Order { id: 1, cents: 1990 }).await?,
        "get" => println!("{:?}", db.get(&OrderKey { id: 1 }).await?),
        "verify" => println!("{}", db.verify::<Order>().await?),
        _ => unreachable!(),
    }
    db.close().await
}
"#;

fn checkout() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    path.canonicalize().unwrap()
}

struct Project {
    directory: tempfile::TempDir,
    url: String,
}

impl Project {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let url = format!("embedded:{}", directory.path().join("store").display());
        let made = Self { directory, url };
        let checkout = checkout();
        made.write(
            "Cargo.toml",
            &MANIFEST.replace("CHECKOUT", checkout.to_str().unwrap()),
        );
        made.write("src/lib.rs", LIBRARY);
        made.write("src/main.rs", PROGRAM);
        for file in ["Cargo.lock", "rust-toolchain.toml"] {
            fs::copy(checkout.join(file), made.path(file)).unwrap();
        }
        made
    }

    fn path(&self, file: &str) -> PathBuf {
        self.directory.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn lock(&self) -> String {
        fs::read_to_string(self.path("hbase.lock")).unwrap()
    }

    /// Runs the command in the project, with its directory as the last argument.
    fn command(&self, arguments: &[&str]) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema"));
        output(command.args(arguments).arg(self.directory.path()))
    }

    /// Runs the program of the project.
    fn program(&self, call: &str) -> (bool, String) {
        let mut cargo = Command::new(env!("CARGO"));
        output(
            cargo
                .args(["run", "-q", "--manifest-path"])
                .arg(self.path("Cargo.toml"))
                .args(["--", &self.url, call]),
        )
    }
}

/// Whether a program succeeds, and its output.
fn output(command: &mut Command) -> (bool, String) {
    let target = env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| checkout().join("target"), PathBuf::from);
    let Output {
        status,
        stdout,
        stderr,
    } = command.env("CARGO_TARGET_DIR", target).output().unwrap();
    (
        status.success(),
        String::from_utf8([stdout, stderr].concat()).unwrap(),
    )
}

fn succeeds((is_success, text): (bool, String)) -> String {
    assert!(is_success, "{text}");
    text
}

fn fails((is_success, text): (bool, String)) -> String {
    assert!(!is_success, "{text}");
    text
}

#[test]
#[ignore = "compiles a project of its own: `cargo test -p hbase-schema-cli --test locked_project -- --ignored`"]
fn a_lock_from_the_first_row_to_another_layout() {
    let project = Project::new();
    let url = project.url.clone();
    let on_store = |arguments: &[&'static str]| {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--url", &url]).collect();
        project.command(&arguments)
    };
    let written = succeeds(project.command(&["lock"]));
    assert!(
        written.ends_with("hbase.lock: 1 table, written\n"),
        "{written}"
    );
    let first = project.lock();
    assert!(
        first.contains("SHOP:ORDER_BOOK cell D1 CENTS u64 java required "),
        "{first}"
    );
    succeeds(on_store(&["apply"]));
    succeeds(project.program("put"));
    for state in ["recorded", "as it was"] {
        let adopted = succeeds(on_store(&["lock", "--adopt"]));
        assert!(
            adopted.starts_with(&format!("SHOP:ORDER_BOOK (Order): layout 1, {state}\n")),
            "{adopted}"
        );
    }

    // A narrower column compiles no more, and the command does not lock it.
    project.write("src/lib.rs", &LIBRARY.replace("cents: u64", "cents: u32"));
    let change = " was u64, is u32: existing cells do not decode";
    let error = fails(project.program("get"));
    assert!(
        error.contains("`cents` was u64, is u32") && error.contains("src/lib.rs:10"),
        "{error}"
    );
    let error = fails(project.command(&["lock"]));
    assert!(
        error.contains("the lock stays as it is") && error.contains(change),
        "{error}"
    );
    assert_eq!(project.lock(), first);
    fails(project.command(&["lock", "--check"]));

    // With an exception, it is locked. The table says that its rows do not fit.
    let (_, advised) = error.split_once("add the line `").unwrap();
    let (line, _) = advised.split_once('`').unwrap();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    project.write(
        "hbase.lock",
        &format!("{first}{}\n", line.replace("REASON", "no rows yet")),
    );
    succeeds(project.command(&["lock"]));
    let second = project.lock();
    for expected in [
        "SHOP:ORDER_BOOK layout 2\n",
        " was cell D1 CENTS u64",
        " excepted ",
        " no rows yet\n",
    ] {
        assert!(second.contains(expected), "{second}");
    }
    succeeds(project.command(&["lock", "--check"]));
    let error = fails(project.program("verify"));
    assert!(
        error.contains("which has layout 1 of `Order`")
            && error.contains("`cents` (cell D1 CENTS) was u64, is u32"),
        "{error}"
    );
    let differing = fails(on_store(&["diff"]));
    assert!(
        differing.contains("cell D1 CENTS: declared u32, recorded u64"),
        "{differing}"
    );
    let blocked = fails(on_store(&["apply"]));
    assert!(
        blocked.contains("nothing was done: a table is blocked"),
        "{blocked}"
    );
    let adopted = succeeds(on_store(&["lock", "--adopt"]));
    assert!(
        adopted.starts_with("SHOP:ORDER_BOOK (Order): layout 2, recorded\n"),
        "{adopted}"
    );
    succeeds(project.program("verify"));
    fails(project.program("get"));

    // The way back is another change, which the exception does not allow.
    project.write("src/lib.rs", LIBRARY);
    let error = fails(project.command(&["lock"]));
    assert!(error.contains(" was u32, is u64"), "{error}");
    assert_eq!(project.lock(), second);
}
