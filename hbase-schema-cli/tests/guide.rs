//! The commands of the README and of the guide print what the pages show. `BLESS=1` rewrites it.

use std::path::{Path, PathBuf};

use hbase_schema_guide::{PAGES, Page, Programs, Session, replay};

fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .unwrap()
}

fn command() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_hbase-schema"))
}

#[test]
fn commands_print_what_the_pages_show() {
    for page in PAGES {
        let dir = tempfile::tempdir().unwrap();
        let programs = Programs {
            command: command(),
            checkout: None,
        };
        check(
            page,
            &replay(page.text, &mut Session::new(programs, dir.path())),
        );
    }
}

/// Compares a page with its replay, or writes it.
fn check(page: &Page, replayed: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(checkout().join(page.path), replayed).unwrap();
    } else if let Some(difference) = difference(page.text, replayed) {
        panic!("{}, {difference}", page.path);
    }
}

/// The first line that differs.
fn difference(shown: &str, printed: &str) -> Option<String> {
    let lines = shown.lines().zip(printed.lines()).enumerate();
    let first = lines
        .filter(|(_, (shown, printed))| shown != printed)
        .map(|(index, lines)| (index + 1, lines));
    match first.into_iter().next() {
        Some((line, (shown, printed))) => {
            Some(format!("line {line}: shown `{shown}`, printed `{printed}`"))
        }
        None if shown != printed => Some("the lengths differ".to_owned()),
        None => None,
    }
}

/// From an empty folder: a new project, the page's manifest, its code, its commands in order.
#[test]
#[ignore = "compiles a project of its own: `cargo test -p hbase-schema-cli --test guide -- --ignored`"]
fn a_new_user_follows_the_readme_and_the_first_chapter() {
    for page in PAGES
        .iter()
        .filter(|page| page.text.contains("$ cargo new"))
    {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(checkout(), dir.path().join("hbase-schema")).unwrap();
        let programs = Programs {
            command: command(),
            checkout: Some(checkout()),
        };
        check(
            page,
            &replay(page.text, &mut Session::new(programs, dir.path())),
        );
    }
}

#[test]
fn every_chapter_is_tested_and_in_the_table_of_contents() {
    let source = checkout().join("docs/src");
    let summary = std::fs::read_to_string(source.join("SUMMARY.md")).unwrap();
    for entry in source.read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_page = Path::new(&name).extension().is_some_and(|end| end == "md");
        if !is_page || name == "SUMMARY.md" {
            continue;
        }
        assert!(
            summary.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
        let path = format!("docs/src/{name}");
        assert!(
            PAGES.iter().any(|page| page.path == path),
            "{name} is no page of `hbase-schema-guide`"
        );
    }
}
