//! What changed, as a text that a const can make.

use super::change::{Change, Fact};
use super::class::Class;
use super::difference::Difference;

/// The most bytes of a message.
const MAX: usize = 640;

/// A change in words: the field, what it was, what it is, what that does to existing rows, and what to do.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    text: [u8; MAX],
    len: usize,
}

impl Message {
    /// The message about a change of a table. `field` is empty where no field is concerned; `more` is the number of further
    /// changes.
    ///
    /// ```
    /// use hbase_model::lock::{Comparison, Message};
    /// let lock = "S:T cell D1 CENTS u64 java required 0000000000000001\n";
    /// let now = "S:T cell D1 CENTS u32 java required 0000000000000002\n";
    /// let worst = Comparison::new(lock, now, "S:T").worst().unwrap();
    /// let message = Message::new(&worst, "S:T", "cents", 0);
    /// assert!(message.as_str().starts_with("`cents` was u64, is u32: existing cells do not decode"));
    /// ```
    pub const fn new(of: &Difference<'_>, table: &str, field: &str, more: usize) -> Self {
        let mut message = Self::of_text("");
        message.subject(of, table, field);
        message.values(of);
        message.all(&[": ", of.effect(), ". "]);
        message.help(of, table, more);
        message
    }

    /// A message of this text.
    #[doc(hidden)]
    pub const fn of_text(text: &str) -> Self {
        let mut message = Self {
            text: [0; MAX],
            len: 0,
        };
        message.text(text);
        message
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        let text = self.text.split_at(self.len).0;
        match str::from_utf8(text) {
            Ok(text) => text,
            // Cut off within a character.
            Err(error) => super::difference::as_text(text.split_at(error.valid_up_to()).0),
        }
    }

    const fn subject(&mut self, of: &Difference<'_>, table: &str, field: &str) {
        if matches!(of.fact, Fact::Table) {
            self.all(&["the table ", table]);
        } else if !field.is_empty() {
            self.all(&["`", field, "`"]);
            if matches!(of.fact, Fact::Code | Fact::CodeName) {
                self.text(", code ");
                self.bytes(super::line::word(of.about[1], 2));
            }
        } else {
            self.about(of);
        }
    }

    /// The fact in the words of its line.
    const fn about(&mut self, of: &Difference<'_>) {
        self.bytes(of.about[0]);
        if !of.about[1].is_empty() {
            self.text(" ");
            self.bytes(of.about[1]);
        }
    }

    const fn values(&mut self, of: &Difference<'_>) {
        match of.change {
            Change::Added if matches!(of.fact, Fact::Table) => self.text(" is not in hbase.lock"),
            Change::Added if of.was.is_empty() => {
                self.text(" is new, ");
                self.bytes(of.is);
            }
            Change::Removed if matches!(of.fact, Fact::Table) => {
                self.text(" is in hbase.lock, and no longer declared");
            }
            Change::Removed if of.is.is_empty() => {
                self.text(" is gone, was ");
                self.bytes(of.was);
            }
            _ => {
                self.text(" was ");
                self.bytes(of.was);
                self.text(", is ");
                self.bytes(of.is);
            }
        }
    }

    const fn help(&mut self, of: &Difference<'_>, table: &str, more: usize) {
        if of.class.needs_exception() && !of.excepted {
            self.keep(of);
            self.all(&[
                of.class.help(),
                ". If no row is affected, add the line `",
                table,
                " except ",
            ]);
            self.bytes(of.hash);
            self.text(" REASON` to hbase.lock, and run `hbase-schema lock`");
        } else {
            self.text("Run `hbase-schema lock` to record it");
        }
        self.all(&[" [", of.class.name(), ", ", table, " "]);
        self.about(of);
        self.text("]");
        if more > 0 {
            self.text("; ");
            self.number(more);
            self.text(if more == 1 {
                " more change"
            } else {
                " more changes"
            });
            self.text(": see `hbase-schema lock --check`");
        }
    }

    const fn keep(&mut self, of: &Difference<'_>) {
        if matches!(of.class, Class::Read) && matches!(of.change, Change::Added) {
            self.text("Declare an `Option` or a `default`");
        } else if matches!(of.change, Change::Added) && of.was.is_empty() {
            self.text("Leave it out");
        } else if of.was.len() <= 40 && !of.was.is_empty() {
            self.text("Keep ");
            self.bytes(of.was);
        } else {
            self.text("Keep it as it was");
        }
    }

    const fn all(&mut self, texts: &[&str]) {
        let mut at = 0;
        while at < texts.len() {
            self.text(texts[at]);
            at += 1;
        }
    }

    const fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    const fn bytes(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() && self.len < MAX {
            self.text[self.len] = bytes[at];
            self.len += 1;
            at += 1;
        }
    }

    const fn number(&mut self, number: usize) {
        if number > 9 {
            self.number(number / 10);
        }
        self.bytes(&[b"0123456789"[number % 10]]);
    }
}
