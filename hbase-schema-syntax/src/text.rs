//! Types and paths as in the source.

use quote::ToTokens;
use syn::{Path, Type};

/// A type as in the source, without insignificant spaces: `Option<&'a str>`.
///
/// ```
/// let ty = syn::parse_quote!(Option<&'a str>);
/// assert_eq!(hbase_schema_syntax::text::of_type(&ty), "Option<&'a str>");
/// ```
pub fn of_type(ty: &Type) -> String {
    compact(&ty.to_token_stream().to_string())
}

/// A path as in the source: `crate::codecs::hex`.
pub fn of_path(path: &Path) -> String {
    compact(&path.to_token_stream().to_string())
}

/// Removes spaces, except between two words.
fn compact(text: &str) -> String {
    let mut compact = String::with_capacity(text.len());
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        compact.push_str(word);
        let next = words.peek().and_then(|next| next.chars().next());
        if word.chars().next_back().is_some_and(is_word) && next.is_some_and(is_word) {
            compact.push(' ');
        }
    }
    compact
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
