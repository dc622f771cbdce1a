//! Replacements of `escape`, compared with all short texts.

use std::collections::BTreeSet;

use hbase_model::escape::{Escape, EscapeError, Replacement};
use hbase_model::layout::separator::closes;

const LETTERS: [char; 3] = ['a', 'b', 'c'];

/// All texts of up to `most` of these characters.
fn texts(letters: &[char], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = last
            .iter()
            .flat_map(|text| letters.iter().map(move |c| format!("{text}{c}")));
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// All lists of one and of two replacements by up to `most` characters.
fn lists(most: usize) -> Vec<Vec<(char, String)>> {
    let to = texts(&LETTERS, most).split_off(1);
    let pairs = LETTERS
        .iter()
        .flat_map(|from| to.iter().map(move |to| (*from, to.clone())));
    let pairs: Vec<_> = pairs.collect();
    let one = pairs.iter().map(|pair| vec![pair.clone()]);
    let two = pairs
        .iter()
        .flat_map(|a| pairs.iter().map(move |b| vec![a.clone(), b.clone()]));
    one.chain(two).collect()
}

fn escape(list: &[(char, String)]) -> Escape {
    let replacements = list.iter().map(|(from, to)| Replacement {
        from: *from,
        to: to.clone().into(),
    });
    Escape::from(replacements.collect::<Vec<_>>())
}

/// The replacements one after another, as the documentation says.
fn replaced(list: &[(char, String)], text: &str) -> String {
    let mut text = text.to_owned();
    for (from, to) in list {
        text = text.replace(*from, to);
    }
    text
}

fn put(escape: &Escape, text: &str) -> String {
    let mut out = Vec::new();
    escape.put(text, &mut out);
    String::from_utf8(out).expect("text")
}

/// Lists that are accepted, and their escapes.
fn accepted(most: usize) -> Vec<(Vec<(char, String)>, Escape)> {
    let lists = lists(most).into_iter();
    let escapes = lists.map(|list| (list.clone(), escape(&list)));
    escapes
        .filter(|(_, escape)| escape.check().is_ok())
        .collect()
}

#[test]
fn accepted_replacements_restore_every_text() {
    let accepted = accepted(3);
    assert!(accepted.len() > 1000, "{}", accepted.len());
    for (list, escape) in &accepted {
        for text in texts(&LETTERS, 4) {
            let escaped = put(escape, &text);
            assert_eq!(escaped, replaced(list, &text), "{list:?}");
            assert_eq!(
                escape.get(escaped.as_bytes()).as_deref(),
                Ok(&*text),
                "{list:?}"
            );
        }
    }
}

#[test]
fn each_step_that_is_rejected_changes_a_text() {
    let mut rejected = 0;
    for list in lists(2) {
        for index in 0..list.len() {
            let Err(EscapeError::Ambiguous { found, .. }) = escape(&list).check_step(index) else {
                continue;
            };
            rejected += 1;
            let (from, to) = &list[index];
            let mut befores = texts(&LETTERS, 4).into_iter();
            let is_changed = |before: &String| {
                before.contains(&found)
                    && before.replace(*from, to).replace(to, &from.to_string()) != *before
            };
            let changed = befores.any(|text| is_changed(&replaced(&list[..index], &text)));
            assert!(changed, "{list:?} at {index}: {found:?}");
        }
    }
    assert!(rejected > 100, "{rejected}");
}

#[test]
fn only_escaped_texts_are_restored() {
    for (list, escape) in accepted(2) {
        let escaped: BTreeSet<_> = texts(&LETTERS, 4)
            .iter()
            .map(|text| put(&escape, text))
            .collect();
        for text in texts(&LETTERS, 4) {
            let is_one = escaped.contains(&text);
            assert_eq!(
                escape.get(text.as_bytes()).is_ok(),
                is_one,
                "{list:?} {text:?}"
            );
        }
    }
    let percent = escape(&[('%', "%9$".to_owned())]);
    assert!(percent.get(b"50%").is_err());
    assert!(percent.get(b"\xff").is_err());
}

#[test]
fn separators_inside_are_found() {
    let separators = texts(&LETTERS, 2).split_off(1);
    let mut without = 0;
    for (list, escape) in accepted(2) {
        for separator in &separators {
            let mut all = texts(&LETTERS, 4).into_iter();
            let is_inside = |text: String| {
                let escaped = put(&escape, &text);
                !closes(escaped.as_bytes(), separator.as_bytes())
            };
            let expected = all.any(is_inside);
            assert_eq!(
                escape.may_contain(separator.as_bytes()),
                expected,
                "{list:?} {separator:?}"
            );
            without += usize::from(!expected);
        }
    }
    assert!(without > 100, "{without}");
}

#[test]
fn separators_that_are_no_text_are_found_in_characters() {
    let percent = escape(&[('%', "%9$".to_owned())]);
    assert!(!percent.may_contain(b"\xff"));
    assert!(!percent.may_contain(b"\xff%\xff"));
    assert!(percent.may_contain(b"\x80"));
    assert!(percent.may_contain("é".as_bytes()));
    assert!(
        escape(&[('é', "e".to_owned()), ('e', "e".to_owned())])
            .check()
            .is_err()
    );
}

#[test]
fn prefixes_are_kept_exactly_if_no_other_text_starts_with_them() {
    let mut kept = 0;
    for (list, escape) in accepted(2) {
        let all = texts(&LETTERS, 3);
        let is_right = |prefix: &String, text: &String| {
            put(&escape, text).starts_with(&put(&escape, prefix)) == text.starts_with(prefix)
        };
        let mut pairs = all
            .iter()
            .flat_map(|prefix| all.iter().map(move |text| (prefix, text)));
        let expected = pairs.all(|(prefix, text)| is_right(prefix, text));
        assert_eq!(escape.keeps_prefixes(), expected, "{list:?}");
        kept += usize::from(expected);
    }
    assert!(kept > 50, "{kept}");
}

#[test]
fn the_order_is_kept_where_it_is_said_to_be() {
    let letters = ['`', 'a', 'b', 'c', 'd', 'é'];
    let all = texts(&letters, 2);
    let (mut kept, mut unsaid) = (0, 0);
    for (list, escape) in accepted(2) {
        let key = |text: &String| [put(&escape, text).as_bytes(), &[0]].concat();
        let mut pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
        let is_kept = pairs.all(|(a, b)| a.cmp(b) == key(a).cmp(&key(b)));
        if escape.keeps_order() {
            assert!(is_kept, "{list:?}");
            kept += 1;
        }
        unsaid += usize::from(is_kept && !escape.keeps_order());
    }
    assert!(kept > 20, "{kept}");
    // Forms that continue each other, but only by characters that no text here has.
    assert!(unsaid < kept / 4, "{unsaid}");
}

#[test]
fn escapes_of_nul_keep_the_order() {
    let escape = escape(&[
        ('\u{1}', "\u{1}\u{2}".to_owned()),
        ('\0', "\u{1}\u{1}".to_owned()),
    ]);
    assert_eq!(escape.check(), Ok(()));
    assert!(escape.keeps_order() && escape.keeps_prefixes() && !escape.may_contain(b"\0"));
    let mut all = texts(&['\0', '\u{1}', '\u{2}', 'a'], 3);
    let key = |text: &String| [put(&escape, text).as_bytes(), &[0]].concat();
    let mut by_key = all.clone();
    by_key.sort_by_key(key);
    all.sort();
    assert_eq!(by_key, all);
}

#[test]
fn lists_that_say_too_little_or_too_much_are_errors() {
    let error = |list: &[(char, &str)]| {
        let list = list.iter().map(|(from, to)| (*from, (*to).to_owned()));
        let escape = escape(&list.collect::<Vec<_>>());
        escape.check().expect_err("an error").to_string()
    };
    assert!(error(&[]).starts_with("found no replacement"));
    assert!(error(&[('!', "")]).starts_with("\"!\" is replaced by nothing"));
    assert!(error(&[('!', "!0"), ('!', "!1")]).starts_with("\"!\" is replaced twice"));
    let ambiguous = error(&[('!', "%0$"), ('%', "%9$")]);
    assert!(
        ambiguous.starts_with("\"%0$\", which replaces \"!\", cannot be undone"),
        "{ambiguous}"
    );
}
