//! Bounds the nesting depth of sources: syn parses, visits and drops nested tokens by recursion.

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};

/// Maximum brackets around a token of a source; `<` counts too.
pub const MAX_NESTING: usize = 4096;

/// The stack that sources of depth [`MAX_NESTING`] need, even without optimization.
const STACK: usize = 512 << 20;

/// Runs `work` on a thread with a stack for sources of depth [`MAX_NESTING`].
///
/// If the operating system provides no thread, `work` runs on the current one.
pub fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("main".to_owned());
        match thread.stack_size(STACK).spawn_scoped(scope, &work) {
            Ok(running) => running
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => work(),
        }
    })
}

/// Checks that a source is at most [`MAX_NESTING`] deep. A text that cannot be split into tokens
/// passes: the parser reports it.
pub(super) fn check_nesting(text: &str) -> Result<(), syn::Error> {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return Ok(());
    };
    match first_too_deep(tokens) {
        None => Ok(()),
        Some(span) => Err(syn::Error::new(
            span,
            format!(
                "the source nests more than {MAX_NESTING} brackets deep here: split the expression or \
                 the type, or move it to a file that declares no table"
            ),
        )),
    }
}

/// One open bracket.
struct Level {
    tokens: IntoIter,
    /// The number of open angle brackets; a comparison counts as one until its statement ends.
    angles: usize,
    is_arrow: bool,
    is_in_braces: bool,
}

impl Level {
    fn new(tokens: TokenStream) -> Self {
        Self {
            tokens: tokens.into_iter(),
            angles: 0,
            is_arrow: false,
            is_in_braces: false,
        }
    }

    /// Returns the angle brackets that are open at the start of a bracket.
    fn enter_bracket(&mut self, group: &Group) -> usize {
        self.is_in_braces = group.delimiter() == Delimiter::Brace;
        self.angles
    }

    /// Returns those at its end. Braces end a statement: `if a < b { … }`.
    fn leave_bracket(&mut self) -> usize {
        let around = self.angles;
        if self.is_in_braces {
            self.angles = 0;
        }
        around
    }

    fn punctuation(&mut self, character: char, spacing: Spacing) {
        match character {
            '<' => self.angles += 1,
            '>' if !self.is_arrow => self.angles = self.angles.saturating_sub(1),
            ';' => self.angles = 0,
            _ => {}
        }
        self.is_arrow = matches!(character, '-' | '=') && spacing == Spacing::Joint;
    }
}

/// The first token that is nested too deep. It keeps its own stack, since it guards against
/// recursion.
fn first_too_deep(tokens: TokenStream) -> Option<Span> {
    let mut levels = vec![Level::new(tokens)];
    let mut angles_around = 0;
    while let Some(level) = levels.last_mut() {
        match level.tokens.next() {
            Some(TokenTree::Group(group)) => {
                angles_around += level.enter_bracket(&group);
                levels.push(Level::new(group.stream()));
                if levels.len() + angles_around > MAX_NESTING {
                    return Some(group.span_open());
                }
            }
            Some(TokenTree::Punct(punct)) => {
                level.punctuation(punct.as_char(), punct.spacing());
                let angles = angles_around + level.angles;
                if levels.len() + angles > MAX_NESTING {
                    return Some(punct.span());
                }
            }
            Some(_) => {}
            None => {
                levels.pop();
                angles_around -= levels.last_mut().map_or(0, Level::leave_bracket);
            }
        }
    }
    None
}
