//! Tables in the files of a crate.
#![cfg(feature = "source")]

use std::fs;
use std::path::Path;

use hbase_schema_syntax::source::{SourceError, SourceTable, read_crate};

/// A directory with these files.
fn crate_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

fn names(tables: &[SourceTable]) -> Vec<String> {
    tables.iter().map(|t| t.input.ident.to_string()).collect()
}

fn row(name: &str) -> String {
    format!(
        "#[derive(Debug, HTable)]\n#[table(\"DLQX:CALL_RECORD\")]\n#[family(\"D1\")]\n\
         struct {name} {{ #[rowkey] id: u64, v: u32 }}\n"
    )
}

#[test]
fn modules_are_followed_wherever_their_files_are() {
    let lib = "mod plain; mod folder; mod inline { pub mod inner; mod none {} }
        #[path = \"else/where.rs\"] mod moved; #[cfg(windows)] mod not_there; mod r#type;
        #[path = \"dir\"] mod renamed { mod deep; }";
    let directory = crate_of(&[
        ("src/lib.rs", lib),
        ("src/plain.rs", &(row("Plain") + "mod below;")),
        ("src/plain/below.rs", &row("Below")),
        ("src/folder/mod.rs", &(row("Folder") + "mod beside;")),
        ("src/folder/beside.rs", &row("Beside")),
        ("src/inline/inner.rs", &row("Inner")),
        ("src/else/where.rs", &(row("Moved") + "mod next;")),
        ("src/else/next.rs", &row("Next")),
        ("src/type.rs", &row("Raw")),
        ("src/dir/deep.rs", &row("Deep")),
        ("src/main.rs", &format!("mod plain; {}", row("Main"))),
        ("src/bin/tool.rs", &row("Tool")),
        ("src/bin/other/main.rs", &row("Other")),
    ]);
    let tables = read_crate(directory.path()).unwrap();
    assert_eq!(
        names(&tables),
        [
            "Plain", "Below", "Folder", "Beside", "Inner", "Moved", "Next", "Raw", "Deep", "Main",
            "Other", "Tool"
        ]
    );
    for table in &tables {
        assert!(table.table().is_ok());
    }
}

#[test]
fn structs_are_found_wherever_they_stand() {
    let text = "
        #[derive(hbase_schema::HTable)] struct A;
        #[derive(Clone)] struct No;
        #[cfg_attr(all(), derive(Clone, ::my::HTable), table(\"DLQX:CALL_RECORD\"))]
        #[family(\"D1\")] struct B { #[cfg_attr(all(), rowkey(fixed = 3))] a: u8, v: u8 }
        #[cfg_attr(feature = \"c\", cfg_attr(all(), derive(HTable)))] struct C;
        fn f() { #[derive(HTable)] struct D; { mod m { #[derive(HTable)] struct E; } } }
        impl X { fn g() -> u8 { #[derive(HTable)] struct F; 1 } }
        const _: () = { #[derive(HTable)] struct G; };
        #[derive(HTable)] enum H { A }
        #[derive(HTable)] union I { a: u8 }
        mod n { use hbase_schema::{self as hs, HTable as Row}; #[derive(Row)] struct J; #[derive(hs::HTable)] struct K; }";
    let directory = crate_of(&[("rows.rs", text)]);
    let tables = read_crate(&directory.path().join("rows.rs")).unwrap();
    assert_eq!(
        names(&tables),
        ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"]
    );
    let table = tables[1].table().unwrap();
    assert_eq!(table.key.parts.len(), 1);
}

/// Whoever applies a crate's tables to a cluster does not want those of its tests there.
#[test]
fn what_only_tests_have_is_left_out() {
    let text = "
        #[cfg(test)] mod tests { #[derive(HTable)] struct No1; mod gone; }
        #[cfg(all(test, unix))] #[derive(HTable)] struct No2;
        #[cfg(any())] #[derive(HTable)] struct No3;
        #[test] fn a() { #[derive(HTable)] struct No4; }
        #[tokio::test(flavor = \"current_thread\")] async fn b() { #[derive(HTable)] struct No5; }
        impl X { #[cfg(test)] fn c() { #[derive(HTable)] struct No6; } }
        #[cfg_attr(test, derive(HTable))] struct No7;
        mod file;
        #[cfg(not(test))] #[derive(HTable)] struct A;
        #[cfg(any(test, feature = \"x\"))] #[derive(HTable)] struct B;
        #[cfg(all(unix, not(any())))] mod m { #[derive(HTable)] struct C; }
        #[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
        struct D { #[rowkey] a: u8, v: u8, #[cfg(test)] w: Unknown }";
    let directory = crate_of(&[
        ("src/lib.rs", text),
        ("src/file.rs", &format!("#![cfg(test)] {}", row("No8"))),
    ]);
    let tables = read_crate(directory.path()).unwrap();
    assert_eq!(names(&tables), ["A", "B", "C", "D"]);
    assert_eq!(tables[3].table().unwrap().columns.len(), 1);
}

#[test]
fn errors_have_file_line_and_column() {
    let text = row("Call").replace("#[rowkey]", "\n  #[rowkey(fixd = 3, fixed = 0)]");
    let directory = crate_of(&[("src/lib.rs", "\nmod call;"), ("src/call.rs", &text)]);
    let tables = read_crate(directory.path()).unwrap();
    let Err(errors) = tables[0].table() else {
        panic!("accepted")
    };
    let file = directory.path().join("src/call.rs");
    let places: Vec<_> = errors.0.iter().map(|m| (m.line, m.column)).collect();
    assert_eq!(places, [(5, 12), (5, 30)]);
    let printed = errors.to_string();
    assert!(printed.starts_with(&format!("{}:5:12: unknown option `fixd`", file.display())));
}

#[test]
fn the_folder_src_of_a_crate_is_the_crate() {
    let directory = crate_of(&[
        ("src/lib.rs", "mod a;"),
        ("src/a.rs", &row("A")),
        ("src/bin/b.rs", &row("B")),
    ]);
    let tables = read_crate(&directory.path().join("src")).unwrap();
    assert_eq!(names(&tables), ["A", "B"]);
}

#[test]
fn what_cannot_be_read_is_said() {
    let message = |directory: &Path| read_crate(directory).err().unwrap().to_string();
    let none = crate_of(&[]);
    assert!(message(none.path()).contains("found no Rust file and no crate"));
    let missing = crate_of(&[("src/lib.rs", "\n mod gone;")]);
    let said = message(missing.path());
    assert!(
        said.contains("lib.rs:2:6: found no file of module `gone`"),
        "{said}"
    );
    let broken = crate_of(&[("src/lib.rs", "struct {")]);
    let error = read_crate(broken.path()).err().unwrap();
    assert!(matches!(&error, SourceError::Syntax(m) if (m.line, m.column) == (1, 8)));
}
