//! JSON lines: one object per line.
//!
//! The chunk keeps a value's JSON too: a JSON cell gets the member unchanged; all other cells and keys get the
//! value. In other sources, text for a JSON cell is itself JSON, such as the text of a database's column
//! `json`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::UTF_8;
use hbase_backend::BoxFuture;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::lines::{Line, Lines};
use super::{Amount, Chunk, ColumnType, Input, Position, Source, SourceColumn, SourceIdentity};
use crate::error::{ImportError, Result};
use crate::value::Value;

/// The number of first lines whose objects name the columns.
const SAMPLE: u64 = 1000;

/// A file of JSON lines: plain, or compressed by gzip or zstd. Numbers of up to 38 digits are exact; objects and
/// arrays are text in JSON.
pub struct JsonLinesSource {
    input: Input,
    name: String,
    columns: Vec<SourceColumn>,
    indexes: HashMap<String, usize>,
    lines: Lines,
    consumed: Arc<AtomicU64>,
    size: Option<u64>,
}

impl JsonLinesSource {
    /// Opens a file. Its columns are `names`, otherwise the members of its first 1000 objects, for which it is
    /// read twice. A file without rows has the columns `expected`, if any: those that an import names, such as
    /// [`Target::columns`](crate::Target::columns).
    ///
    /// # Errors
    /// A file that cannot be read; without names, also the standard input and files that are not regular.
    pub fn open(input: Input, names: Option<Vec<String>>, expected: &[String]) -> Result<Self> {
        let name = input.name();
        let names = match names {
            Some(names) => names,
            None if input.is_read_once() => {
                let what = "found what is read once, expected a regular file, from which columns are sampled: name them \
                            with `columns` in the mapping's `[json]`";
                return Err(ImportError::source(&name, None, what));
            }
            None => sampled_names(&input, expected)?,
        };
        let opened = input.open(UTF_8)?;
        let indexes = names.iter().cloned().enumerate();
        let indexes = indexes.map(|(index, name)| (name, index)).collect();
        let columns = names.into_iter().map(|name| SourceColumn {
            name,
            column_type: ColumnType::Unknown,
        });
        Ok(Self {
            lines: Lines::new(&name, Box::new(BufReader::new(opened.reader))),
            columns: columns.collect(),
            consumed: opened.consumed,
            size: opened.size,
            indexes,
            input,
            name,
        })
    }

    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<()> {
        while !chunk.is_full() {
            let Some(line) = self.lines.next()? else {
                return Ok(());
            };
            if line.text.trim_ascii().is_empty() {
                continue;
            }
            check_line(&self.name, &line)?;
            let pushed = object(line.text, &self.indexes)
                .and_then(|members| push(chunk, &members, &self.columns, &line));
            if let Err(why) = pushed {
                chunk.push_invalid(Some(line.number), line.end, line.number + 1, why);
            }
        }
        Ok(())
    }
}

/// Checks that a file is not an array of objects: none of its lines would be a row.
fn check_line(name: &str, line: &Line<'_>) -> Result<()> {
    if line.number > 1 || !line.text.trim_ascii_start().starts_with(b"[") {
        return Ok(());
    }
    let what =
        "found a JSON array, expected JSON lines, one object per line: `jq -c '.[]'` converts it";
    Err(ImportError::source(name, Some(line.number), what))
}

/// The members of a line's object.
type Members<'l> = BTreeMap<String, &'l RawValue>;

/// Members with distinct names: otherwise one of the values would be lost.
struct Unique<'l>(Members<'l>);

impl<'de> Deserialize<'de> for Unique<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(UniqueVisitor)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Unique<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Members::new();
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            if members.contains_key(&name) {
                let what = format_args!("found two members `{name}`, expected one");
                return Err(de::Error::custom(what));
            }
            members.insert(name, value);
        }
        Ok(Unique(members))
    }
}

/// The members of a line's object, whose names are all columns.
fn object<'l>(line: &'l [u8], indexes: &HashMap<String, usize>) -> Result<Members<'l>, String> {
    let Unique(members) = serde_json::from_slice(line)
        .map_err(|error| format!("expected one JSON object per line: {}", of_line(&error)))?;
    match members.keys().find(|name| !indexes.contains_key(*name)) {
        None => Ok(members),
        Some(name) => Err(format!(
            "found the member `{name}`, which the first {SAMPLE} objects do not have: name all columns with `columns` \
             in the mapping's `[json]`"
        )),
    }
}

/// The error with its column. For the parser, each line is the first one.
fn of_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let position = format!(" at line 1 column {}", error.column());
    match text.strip_suffix(&position) {
        Some(text) => format!("{text} at column {}", error.column()),
        None => text,
    }
}

fn push(
    chunk: &mut Chunk,
    members: &Members<'_>,
    columns: &[SourceColumn],
    line: &Line<'_>,
) -> Result<(), String> {
    let mut row = chunk.row();
    for column in columns {
        let Some(json) = members.get(&column.name) else {
            row.push(Value::Null);
            continue;
        };
        row.push_json(json.get())
            .map_err(|error| format!("member `{}`: {error}", column.name))?;
    }
    row.finish(Some(line.number), line.end, line.number + 1);
    Ok(())
}

fn sampled_names(input: &Input, expected: &[String]) -> Result<Vec<String>> {
    let opened = input.open(UTF_8)?;
    let mut lines = Lines::new(&input.name(), Box::new(BufReader::new(opened.reader)));
    let (mut names, mut seen) = (Vec::new(), HashSet::new());
    let mut has_rows = false;
    while let Some(line) = lines.next()? {
        if line.number > SAMPLE {
            break;
        }
        check_line(&input.name(), &line)?;
        has_rows |= !line.text.trim_ascii().is_empty();
        if let Ok(members) = serde_json::from_slice::<Members<'_>>(line.text) {
            for name in members.keys() {
                if seen.insert(name.clone()) {
                    names.push(name.clone());
                }
            }
        }
    }
    if !has_rows && !expected.is_empty() {
        return Ok(expected.to_vec());
    }
    if names.is_empty() {
        let what = "found no object with a member in its first lines, expected one object per line, as `jq -c .` writes it; name the columns with \
                    `columns` in the mapping's `[json]` where a file may have no rows";
        return Err(ImportError::source(input.name(), Some(1), what));
    }
    Ok(names)
}

impl Source for JsonLinesSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[SourceColumn] {
        &self.columns
    }

    fn identity(&self) -> Result<SourceIdentity, String> {
        self.input.identity()
    }

    fn total(&self) -> Option<Amount> {
        self.size.map(Amount::Bytes)
    }

    fn progress(&self) -> u64 {
        self.consumed.load(Ordering::Relaxed)
    }

    fn seek<'a>(&'a mut self, position: &'a Position) -> BoxFuture<'a, Result<()>> {
        let moved = self.lines.skip_to(position.offset, position.line);
        Box::pin(std::future::ready(moved))
    }

    fn read<'a>(&'a mut self, chunk: &'a mut Chunk) -> BoxFuture<'a, Result<()>> {
        let read = self.read_chunk(chunk);
        Box::pin(std::future::ready(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_each_member_once() {
        let indexes = ["a", "b"].map(str::to_owned).into_iter().zip(0..).collect();
        let of = |line: &'static str| object(line.as_bytes(), &indexes);
        assert_eq!(of(r#"{"a":1,"b":null}"#).unwrap().len(), 2);
        for (line, expected) in [
            (r#"{"a":1,"a":2}"#, "found two members `a`"),
            (r#"{"c":1}"#, "found the member `c`"),
            ("[1]", "expected one JSON object per line"),
            (
                r#"{"a":1"#,
                "expected one JSON object per line: EOF while parsing an object at column 6",
            ),
        ] {
            let error = of(line).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }
}
