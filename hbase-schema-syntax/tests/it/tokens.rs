//! Any tokens in attributes have a result, without a panic.

use std::fmt::Write;

use hbase_schema_syntax::{parse_columns, parse_table};

/// Valid and invalid content of an attribute.
const WORDS: &[&str] = &[
    "salt",
    "fixed",
    "reverse",
    "reverse_ts",
    "seconds",
    "negated_ts",
    "align",
    "desc",
    "text",
    "java",
    "ordered",
    "truncate",
    "offset",
    "separator",
    "terminator",
    "omit_none",
    "none",
    "escape",
    "length",
    "varint",
    "reverse_labels",
    "repeat",
    "sorted",
    "encoding",
    "ms_of_day",
    "minute_of_day",
    "pad_left",
    "pad_right",
    "buckets",
    "md5_hex",
    "md5",
    "java_bytes",
    "crc32",
    "modulo",
    "abs",
    "joined",
    "region_number",
    "random",
    "last",
    "first",
    "format",
    "width",
    "from",
    "upper",
    "derive",
    "Hash",
    "naming",
    "hbase",
    "strict",
    "allow",
    "hotspot",
    "name_length",
    "splits",
    "hex_string",
    "number_pipe",
    "per_bucket",
    "uniform",
    "rename_all",
    "crate",
    "metadata",
    "ttl",
    "forever",
    "versions",
    "min_versions",
    "compression",
    "snappy",
    "bloom",
    "row",
    "json",
    "with",
    "default",
    "skip",
    "counter",
    "since",
    "flatten",
    "prefix",
    "rename",
    "\"D1\"",
    "\"A\"",
    "\"DLQX:CALL_RECORD\"",
    "\"_\"",
    "\"365d\"",
    "\"+08:00\"",
    "\"\"",
    "\"é\"",
    "'0'",
    "'é'",
    "b\"\\x80\"",
    "0",
    "1",
    "4",
    "14",
    "16",
    "256",
    "99999999999999999999999",
    "-1",
    "1.5",
    "true",
    "r#type",
    "=",
    "=",
    "=",
    ",",
    ",",
    ",",
    ",",
    "::",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#",
    "|",
    "'a",
    "&",
    "..",
];

/// A small generator, so that failures can be reproduced.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    /// Words, with every bracket closed.
    fn tokens(&mut self) -> String {
        let (mut text, mut open) = (String::new(), Vec::new());
        for _ in 0..self.below(14) {
            let word = WORDS[self.below(WORDS.len())];
            match word {
                "(" => open.push(")"),
                "[" => open.push("]"),
                "{" => open.push("}"),
                ")" | "]" | "}" if open.last() == Some(&word) => drop(open.pop()),
                ")" | "]" | "}" => continue,
                _ => {}
            }
            text += word;
            text.push(' ');
        }
        while let Some(close) = open.pop() {
            text += close;
        }
        text
    }

    fn attribute(&mut self) -> String {
        const NAMES: [&str; 6] = [
            "table",
            "rowkey",
            "family",
            "column",
            "timestamp",
            "columns",
        ];
        let name = NAMES[self.below(NAMES.len())];
        match self.below(6) {
            0 => format!("#[{name}]"),
            1 => format!("#[{name}[{}]]", self.tokens()),
            _ => format!("#[{name}({})]", self.tokens()),
        }
    }

    fn source(&mut self) -> String {
        let mut source = format!("#[table(\"DLQX:CALL_RECORD\", {})]", self.tokens());
        for _ in 0..self.below(3) {
            source += &self.attribute();
        }
        source += "struct Call<'a, T> {";
        for field in 0..self.below(5) {
            write!(source, "#[rowkey({})]", self.tokens()).unwrap();
            for _ in 0..self.below(3) {
                source += &self.attribute();
            }
            write!(source, "f{field}: &'a T,").unwrap();
        }
        source + "}"
    }
}

#[test]
fn no_tokens_make_it_panic() {
    let mut random = Random(0x5eed_0000_0000_0001);
    let mut read = 0;
    for _ in 0..4_000 {
        let Ok(input) = syn::parse_str(&random.source()) else {
            continue;
        };
        read += 1;
        let of_both = [parse_table(&input).err(), parse_columns(&input).err()];
        for errors in of_both.into_iter().flatten() {
            assert!(!errors.into_compile_error().is_empty());
        }
    }
    assert!(read > 3_000, "only {read} were Rust");
}
