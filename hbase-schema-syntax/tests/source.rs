//! Tables in the files of a crate.
#![cfg(feature = "source")]

use std::fs;
use std::path::Path;

use hbase_schema_syntax::ast::ColumnKind;
use hbase_schema_syntax::source::{Meaning, SourceError, SourceTable, read_crate, read_sources};

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

/// Someone who applies a crate's tables to a cluster does not want the tables of its tests.
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

/// Resolves a type in the scope of the table `name`.
fn resolved(files: &[(&str, &str)], name: &str, path: &str) -> String {
    let directory = crate_of(files);
    let sources = read_sources(directory.path()).unwrap();
    let table = sources.tables.iter().find(|t| t.input.ident == name);
    let path = syn::parse_str(path).unwrap();
    match sources.meaning(table.expect(name).scope, &path) {
        Meaning::Own(own) => {
            let file = own.file.strip_prefix(directory.path()).unwrap();
            format!("own {}", file.display())
        }
        Meaning::Foreign(path) => path.join("::"),
    }
}

/// The modules import each other through two preludes: paths would double with each step.
#[test]
fn modules_that_import_each_other_by_globs_are_read() {
    let names: Vec<String> = (0..40).map(|i| format!("m{i}")).collect();
    let all = |of: fn(&String) -> String| names.iter().map(of).collect::<Vec<_>>().join("\n");
    let globs = all(|m| format!("pub use crate::{m}::*;"));
    let modules = all(|m| format!("mod {m};"));
    let lib = format!(
        "{modules} mod prelude {{ {globs} }} mod other {{ {globs} pub use crate::prelude::*; }}"
    );
    let imports = "use crate::prelude::*; use crate::other::*; use crate::missing::*;\n";
    let files: Vec<(String, String)> = names
        .iter()
        .map(|m| {
            let own = if m == "m39" {
                "pub type Phone = String;"
            } else {
                ""
            };
            let uses = if m == "m7" {
                "use crate::prelude::Phone as Call;"
            } else {
                ""
            };
            (
                format!("src/{m}.rs"),
                format!("{imports}{own}{uses}{}", row(&m.to_uppercase())),
            )
        })
        .collect();
    let mut all = vec![("src/lib.rs", lib.as_str())];
    all.extend(
        files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    );
    assert_eq!(resolved(&all, "M3", "Phone"), "own src/m39.rs");
    assert_eq!(resolved(&all, "M7", "Call"), "own src/m39.rs");
    assert_eq!(resolved(&all, "M7", "crate::other::M5"), "own src/m5.rs");
    assert_eq!(resolved(&all, "M7", "String"), "String");
}

#[test]
fn imports_resolve_as_rustc_resolves_them() {
    let lib = "
        mod order; mod call; mod circle; mod outer { pub mod inner { pub struct Deep; } }
        pub use order::order; pub use ext::Type as Renamed; use Renamed as Twice;
        use call::Thing; use outer::inner; use inner::Deep;
    ";
    let order = "pub fn order() {} pub struct Order;";
    // `Thing` comes through a glob of the module that imports it by name.
    let call =
        "pub mod prelude { pub use super::*; pub use super::b::*; pub use crate::circle::*; }
        mod b { pub struct Thing; } pub use prelude::Thing;";
    let circle = "pub use crate::call::prelude::Thing; pub use self::y as x; pub use self::x as y; use x::*;";
    let lib = lib.to_owned() + &row("Main");
    let files = [
        ("src/lib.rs", lib.as_str()),
        ("src/order.rs", order),
        ("src/call.rs", call),
        ("src/circle.rs", circle),
    ];
    for (path, expected) in [
        // A function has the name of the module.
        ("order::Order", "own src/order.rs"),
        ("Twice", "ext::Type"),
        ("Thing", "own src/call.rs"),
        ("circle::Thing", "own src/call.rs"),
        ("Deep", "own src/lib.rs"),
        ("circle::x", "circle::x"),
        ("std::string::String", "std::string::String"),
    ] {
        assert_eq!(resolved(&files, "Main", path), expected, "{path}");
    }
}

/// The compiler normalizes identifiers, and nothing else.
#[test]
fn identifiers_are_those_of_the_compiler() {
    let decomposed = "cafe\u{301}";
    let text = format!(
        "#[derive(HTable)] #[table(\"DLQX:CALL_RECORD\", naming = hbase)] #[family(\"D1\")]
        #[index(\"DLQX:CALL_BY\", fields({decomposed}, v))]
        struct Ro\u{302}w {{
            #[rowkey] r#id: u64, {decomposed}: u32, #[column(\"{decomposed}\")] v: u32
        }}"
    );
    let directory = crate_of(&[("src/lib.rs", &text)]);
    let tables = read_crate(directory.path()).unwrap();
    assert_eq!(names(&tables), ["R\u{f4}w"]);
    let table = tables[0].table().unwrap();
    let columns = table.columns.iter();
    let qualifiers: Vec<_> = columns
        .filter_map(|column| match &column.kind {
            ColumnKind::Cell(cell) => Some(cell.qualifier.value.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(qualifiers, ["CAF\u{e9}", decomposed]);
}

#[test]
fn errors_behind_a_decomposed_identifier_are_at_their_columns() {
    let text = row("Call").replace("#[rowkey]", "cafe\u{301}: u8, #[rowkey(fixd = 3)]");
    let directory = crate_of(&[("src/lib.rs", &text)]);
    let tables = read_crate(directory.path()).unwrap();
    let errors = tables[0].table().err().expect("a struct with an error");
    assert_eq!((errors.0[0].line, errors.0[0].column), (4, 35));
}

/// A condition and its negation: a build has one of the two.
#[test]
fn literals_are_conditions() {
    let lib = format!(
        "{} #[cfg(false)] {} #[cfg(not(false))] {} #[cfg_attr(true, derive(HTable))] struct Fourth; \
         #[cfg_attr(false, derive(HTable))] struct No2; #[cfg(any(false, all(true, unix)))] {}",
        row("First"),
        row("No1"),
        row("Third"),
        row("Fifth")
    );
    let directory = crate_of(&[("src/lib.rs", &lib)]);
    let tables = read_crate(directory.path()).unwrap();
    assert_eq!(names(&tables), ["First", "Third", "Fourth", "Fifth"]);
}

#[test]
fn of_two_branches_one_is_on() {
    let text = "
        #[cfg(feature = \"a\")] #[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
        struct A {
            #[rowkey] a: u8,
            #[cfg(feature = \"b\")] #[cfg_attr(feature = \"c\", column(\"ON\"))] v: u8,
            #[cfg(not(feature = \"b\"))] v: String,
            #[cfg_attr(feature = \"c\", column(json))] #[cfg_attr(not(feature = \"c\"), column(text))] w: u8,
        }
        #[cfg(not(feature = \"a\"))] #[derive(HTable)] struct A;
        #[cfg(all(feature = \"a\", not(feature = \"b\")))] #[derive(HTable)] struct No1;
        #[cfg(not(any(feature = \"a\", unix)))] #[derive(HTable)] struct No2;
        #[cfg(loom)] #[derive(HTable)] struct No3;
        #[cfg(not(loom))] #[derive(HTable)] struct B;
        #[cfg(target_os = \"none\")] #[derive(HTable)] struct No4;
        #[cfg(any(target_pointer_width = \"32\", target_pointer_width = \"64\"))] #[derive(HTable)] struct C;";
    let directory = crate_of(&[("src/lib.rs", text)]);
    let tables = read_crate(directory.path()).unwrap();
    assert_eq!(names(&tables), ["A", "B", "C"]);
    let table = tables[0]
        .table()
        .unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(table.columns.len(), 2);
}

#[test]
fn files_of_older_editions_are_read() {
    let text = "
        type A = Fn(u8) + Send;
        type B<'a> = Box<Fn(&u8) -> u8 + Send + 'a>;
        fn f<'a>(a: &'a (Fn() + Send), b: &'a mut FnMut()) -> Box<FnOnce() + Send> { Box::new(move || a()) }
        struct S<F: Fn(u8)> { f: Rc<Fn(u8) -> Result<u8, ()> + 'static>, g: fn(&Fn()) -> F }
        fn g(f: impl Fn(u8), g: Box<dyn Fn(u8)>) where F: Clone + for<'a> Fn(&'a u8) {}
    ";
    let directory = crate_of(&[("src/lib.rs", &(text.to_owned() + &row("Call")))]);
    let tables = read_crate(directory.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(names(&tables), ["Call"]);
}
