//! Each message in the sources has a case in `tests/errors`.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::cases;

/// Sources whose texts are messages. Other sources also contain documentation and examples of options.
const SOURCES: [&str; 5] = ["draft", "entry.rs", "rule", "shape.rs", "single"];

/// The upper case of a field's name is a name too, as far as is known, so no case causes this.
const EXCEPT: &str = "`{name}` gives no constant in upper case: rename the field";

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap();
    entries
        .flat_map(|entry| sources(&entry.unwrap().path()))
        .collect()
}

/// The string literals of a source, except those of documentation.
fn texts(source: TokenStream, out: &mut Vec<String>) {
    let mut is_attribute = false;
    for token in source {
        match token {
            TokenTree::Group(group) => {
                if !(is_attribute && group.delimiter() == Delimiter::Bracket) {
                    texts(group.stream(), out);
                }
                is_attribute = false;
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), '#' | '!') => {
                is_attribute |= punct.as_char() == '#';
            }
            TokenTree::Literal(literal) => {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string());
                out.extend(text.ok().map(|text| text.value()));
            }
            _ => is_attribute = false,
        }
    }
}

/// The longest part of a format string between its placeholders.
fn longest(format: &str) -> String {
    let escaped = format.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let parts = escaped.split(['{', '}']).step_by(2);
    let longest = parts.max_by_key(|part| part.len()).unwrap_or_default();
    longest.replace('\u{1}', "{").replace('\u{2}', "}")
}

#[test]
fn every_message_has_a_case() {
    let cases: String = cases::files("tests/errors")
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for path in SOURCES.iter().flat_map(|name| sources(&root.join(name))) {
        let source = fs::read_to_string(&path).unwrap();
        texts(source.parse().unwrap(), &mut found);
    }
    let is_message = |text: &String| text.contains(' ') && longest(text).len() > 5;
    found.retain(is_message);
    assert!(found.len() > 200, "only {} messages", found.len());
    let without: Vec<_> = found
        .iter()
        .filter(|text| !cases.contains(&longest(text)) && *text != EXCEPT)
        .collect();
    assert!(without.is_empty(), "no case in tests/errors: {without:#?}");
}
