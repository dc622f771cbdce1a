//! The comments and strings of a Rust source.
use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::Lit;

/// Comments, docs and strings, each with its line. Consecutive lines of comments are one text, because a phrase may span two lines.
pub(super) fn texts(source: &str) -> Vec<(usize, String)> {
    let mut texts = Vec::new();
    add_comments(source, &mut texts);
    let comments = texts.len();
    if let Ok(tokens) = source.parse::<TokenStream>() {
        add_strings(tokens, &mut texts);
    }
    // Tokens contain docs once more, as strings.
    let is_comment: Vec<bool> = source.lines().map(|line| comment(line).is_some()).collect();
    let strings = texts.split_off(comments).into_iter();
    texts.extend(strings.filter(|(line, _)| !is_comment[line - 1]));
    texts
}

/// The comment or doc of a line that has nothing else.
fn comment(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("//")
}

fn add_strings(tokens: TokenStream, texts: &mut Vec<(usize, String)>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => add_strings(group.stream(), texts),
            TokenTree::Literal(literal) => texts.extend(string(literal)),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

fn string(literal: Literal) -> Option<(usize, String)> {
    let line = literal.span().start().line;
    match Lit::new(literal) {
        Lit::Str(text) => Some((line, text.value())),
        _ => None,
    }
}

fn add_comments(source: &str, texts: &mut Vec<(usize, String)>) {
    let mut was_comment = false;
    for (line, text) in (1..).zip(source.lines()) {
        let comment = comment(text);
        match (comment, texts.last_mut()) {
            (Some(comment), Some((_, text))) if was_comment => {
                text.push(' ');
                text.push_str(comment);
            }
            (Some(comment), _) => texts.push((line, comment.to_owned())),
            (None, _) => {}
        }
        was_comment = comment.is_some();
    }
}
