//! What changed, as a text that a const can make.

use super::buffer::Buffer;
use super::change::{Change, Fact};
use super::contradiction::Contradiction;
use super::difference::Difference;
use super::help::Help;
use super::kind::after_word;
use super::line::word;
use super::subject;

/// A change in words: the field, what it was, what it is, what that does to existing rows, and what to do.
#[derive(Clone, Copy, Debug)]
pub struct Message(Buffer);

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
        let mut out = Buffer::EMPTY;
        subject::write(&mut out, of, table, field);
        values(&mut out, of, field);
        out.all(&[": ", of.effect(), ". "]);
        if of.class.needs_exception() && !of.excepted {
            help(&mut out, of);
            exception(&mut out, of, table);
        } else {
            out.text("Run `hbase-schema lock` to record it");
        }
        reference(&mut out, of, table);
        further(&mut out, more);
        Self(out)
    }

    /// The message about a contradiction between two structs of a table, by their names and those of the fields; a field's name is
    /// empty where no field is concerned.
    ///
    /// ```
    /// use hbase_model::lock::{Contradiction, Message};
    /// let order = "S:T cell D1 QTY u32 java required 0000000000000001\n";
    /// let view = "S:T cell D1 QTY u64 java required 0000000000000002\n";
    /// let found = Contradiction::find([order, view], "S:T").unwrap();
    /// let message = Message::of_contradiction(&found, "S:T", [("Order", "qty"), ("View", "amount")]);
    /// assert!(message.as_str().starts_with(
    ///     "`qty` of `Order` is u32 java required, and `amount` of `View` is u64 java required: structs of one table declare"
    /// ));
    /// ```
    pub const fn of_contradiction(
        of: &Contradiction<'_>,
        table: &str,
        structs: [(&str, &str); 2],
    ) -> Self {
        let mut out = Buffer::EMPTY;
        let mut at = 0;
        while at < structs.len() {
            let (name, field) = structs[at];
            out.text(if at == 0 { "" } else { ", and " });
            contradicting(&mut out, of, field);
            out.all(&[" of `", name, "`"]);
            if of.words[at].is_empty() {
                out.text(" is missing");
            } else {
                out.text(" is ");
                out.bytes(of.words[at]);
            }
            at += 1;
        }
        out.text(": structs of one table declare a fact alike. Change one of them, or list only one in `lock!` [");
        out.all(&[table, " "]);
        subject::about(&mut out, [of.keyword, of.name]);
        out.text("]");
        Self(out)
    }

    /// A message of this text.
    #[doc(hidden)]
    pub const fn of_text(text: &str) -> Self {
        let mut out = Buffer::EMPTY;
        out.text(text);
        Self(out)
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Difference<'_> {
    /// The effect, the alternative, and the class.
    pub fn advice(&self) -> String {
        let mut out = Buffer::EMPTY;
        help(&mut out, self);
        format!(
            "{}. {} [{}]",
            self.effect(),
            out.as_str(),
            self.class.name()
        )
    }
}

const fn values(out: &mut Buffer, of: &Difference<'_>, field: &str) {
    match of.change {
        Change::Added if matches!(of.fact, Fact::Table) => out.text(" is not in hbase.lock"),
        Change::Removed if matches!(of.fact, Fact::Table) => {
            out.text(" is in hbase.lock, and no longer declared");
        }
        Change::Added if of.was.is_empty() => {
            out.text(" is new");
            value(out, ", ", of, of.is);
        }
        Change::Removed if of.is.is_empty() => {
            out.text(" is gone");
            value(out, ", was ", of, of.was);
        }
        // What was is the subject.
        Change::Changed if of.is_moved() && field.is_empty() => value(out, " is now ", of, of.is),
        _ => {
            value(out, " was ", of, of.was);
            value(out, ", is ", of, of.is);
        }
    }
}

/// Words of a fact, after others; nothing without them.
const fn value(out: &mut Buffer, before: &str, of: &Difference<'_>, words: &[u8]) {
    if words.is_empty() {
        return;
    }
    out.text(before);
    match (of.fact, of.change) {
        (Fact::Cell | Fact::RequiredCell, Change::Changed) | (Fact::RowVersion, _) => {
            subject::qualified(out, words);
        }
        (Fact::Ttl | Fact::IndexTtl, _) => {
            out.bytes(words);
            out.text(" s");
        }
        _ if of.is_named => {
            out.text("`");
            out.bytes(word(words, 0));
            out.text("` ");
            out.bytes(after_word(words));
        }
        _ => out.bytes(words),
    }
}

const fn help(out: &mut Buffer, of: &Difference<'_>) {
    let Help([before, after]) = of.help();
    if after.is_empty() {
        return out.text(before);
    }
    if of.was.is_empty() {
        out.text(before);
        out.text("it");
    } else {
        value(out, before, of, of.was);
    }
    out.text(after);
}

const fn exception(out: &mut Buffer, of: &Difference<'_>, table: &str) {
    out.all(&[". If no row is affected, add the line `", table, " except "]);
    out.bytes(&of.hash);
    out.text(" REASON` to hbase.lock, and run `hbase-schema lock`");
}

/// The class, and the fact in the words of its line.
const fn reference(out: &mut Buffer, of: &Difference<'_>, table: &str) {
    out.all(&[" [", of.class.name(), ", ", table]);
    if !of.about[0].is_empty() {
        out.text(" ");
        subject::about(out, of.about);
    }
    out.text("]");
}

/// A field, or what a fact is about.
const fn contradicting(out: &mut Buffer, of: &Contradiction<'_>, field: &str) {
    if field.is_empty() {
        subject::about(out, [of.keyword, of.name]);
    } else {
        out.all(&["`", field, "`"]);
    }
}

const fn further(out: &mut Buffer, more: usize) {
    if more == 0 {
        return;
    }
    out.text("; ");
    out.number(more);
    let changes = if more == 1 {
        " more change"
    } else {
        " more changes"
    };
    out.all(&[changes, ": see `hbase-schema lock --check`"]);
}
