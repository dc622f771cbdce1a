//! Questions on a terminal.

use dialoguer::theme::ColorfulTheme;
use dialoguer::{Confirm, Input, Select};

use crate::error::CliError;

/// Asks questions; tests answer them from a list.
pub(super) trait Prompt {
    /// A line of text, which `check` accepts. An empty line is the default.
    fn text(
        &mut self,
        question: &str,
        default: &str,
        check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<String, CliError>;

    /// The index of one of several choices; the first one is the default.
    fn choice(&mut self, question: &str, choices: &[&str]) -> Result<usize, CliError>;

    /// Yes or no; no is the default.
    fn confirm(&mut self, question: &str) -> Result<bool, CliError>;

    /// Shows lines between questions.
    fn show(&mut self, lines: &str);
}

/// The terminal, through the standard error: the standard output is for the policy.
pub(super) struct Terminal;

impl Prompt for Terminal {
    fn text(
        &mut self,
        question: &str,
        default: &str,
        check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<String, CliError> {
        let theme = ColorfulTheme::default();
        let mut input = Input::<String>::with_theme(&theme)
            .with_prompt(question)
            .allow_empty(true)
            .validate_with(|text: &String| check(text));
        if !default.is_empty() {
            input = input.default(default.to_owned());
        }
        input.interact_text().map_err(|error| ended(&error))
    }

    fn choice(&mut self, question: &str, choices: &[&str]) -> Result<usize, CliError> {
        let select = Select::with_theme(&ColorfulTheme::default())
            .with_prompt(question)
            .items(choices)
            .default(0)
            .interact();
        select.map_err(|error| ended(&error))
    }

    fn confirm(&mut self, question: &str) -> Result<bool, CliError> {
        let confirm = Confirm::with_theme(&ColorfulTheme::default())
            .with_prompt(question)
            .default(false)
            .interact();
        confirm.map_err(|error| ended(&error))
    }

    fn show(&mut self, lines: &str) {
        anstream::eprintln!("{lines}");
    }
}

fn ended(error: &dialoguer::Error) -> CliError {
    CliError::unreachable(format_args!("the questions ended: {error}"))
        .help("nothing was written; `--part` makes a policy without questions")
}
