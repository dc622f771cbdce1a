//! Structs of one table that contradict each other, in a const and at run time.

use hbase_model::lock::{Contradiction, Message, TableFacts};

use super::finding::Finding;
use super::locked::Locked;
use super::search::{MAX_TEXT, Structs, as_text, field_of, write_at};
use crate::schema::TableSchema;

impl Structs {
    /// The contradiction between a struct and another one of its table.
    pub(super) const fn contradiction(
        &self,
        schema: &'static TableSchema,
        table: &str,
        out: &mut [u8],
    ) -> Option<Finding> {
        let own = Locked::of(schema);
        let len = write_at(schema, out, 0);
        let mut at = 0;
        while at < self.schemas.len() && len < MAX_TEXT {
            let other = self.schemas[at];
            if self.names[at] == own.name && Locked::of(other).fingerprint() != own.fingerprint() {
                let end = write_at(other, out, len);
                if end < MAX_TEXT {
                    let (first, second) = out.split_at(end).0.split_at(len);
                    let texts = [as_text(first), as_text(second)];
                    if let Some(found) = Contradiction::find(texts, table) {
                        return Some(at_contradiction(&found, table, [schema, other]));
                    }
                }
            }
            at += 1;
        }
        None
    }
}

/// A contradiction, at the field of the first struct.
const fn at_contradiction(
    found: &Contradiction<'_>,
    table: &str,
    structs: [&'static TableSchema; 2],
) -> Finding {
    let message = contradiction_message(found, table, structs);
    let number = match found.lines[0] {
        Some(line) => field_of(structs[0], line).0,
        None => 0,
    };
    Finding::at_field(number, &message)
}

const fn contradiction_message(
    found: &Contradiction<'_>,
    table: &str,
    structs: [&'static TableSchema; 2],
) -> Message {
    let mut fields = ["", ""];
    let mut at = 0;
    while at < structs.len() {
        if let Some(line) = found.lines[at] {
            fields[at] = field_of(structs[at], line).1;
        }
        at += 1;
    }
    let named = [(structs[0].row, fields[0]), (structs[1].row, fields[1])];
    Message::of_contradiction(found, table, named)
}

/// The contradictions between structs of one table: the lock cannot have both facts.
pub(super) fn contradictions(
    structs: &[&'static TableSchema],
    facts: &[TableFacts],
) -> Vec<String> {
    let mut found = Vec::new();
    for (at, first) in facts.iter().enumerate() {
        let (table, after) = (
            first.table.to_string(),
            facts.iter().enumerate().skip(at + 1),
        );
        for (other, second) in after.filter(|(_, other)| other.table == first.table) {
            let lines = [&first.lines, &second.lines].map(String::as_str);
            if let Some(contradiction) = Contradiction::find(lines, &table) {
                let message =
                    contradiction_message(&contradiction, &table, [structs[at], structs[other]]);
                found.push(message.as_str().to_owned());
            }
        }
    }
    found
}
