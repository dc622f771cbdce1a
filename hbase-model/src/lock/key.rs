//! The facts of a row key: the salt, and each part.

use super::encoding;
use super::word::{WordWriter, word};
use super::writer::FactWriter;
use crate::codes::next_code;
use crate::cow::{Bytes, Text, elements, str_of};
use crate::layout::{KeyLayout, PartLayout, Salt, SaltLayout, SaltText};

impl FactWriter<'_> {
    /// Writes a fact for the salt, and one for each part.
    pub const fn key(&mut self, key: &KeyLayout) {
        if let Some(salt) = &key.salt {
            self.salt(salt);
        }
        let parts = key.as_parts();
        let mut at = 0;
        while at < parts.len() {
            self.part(at, &parts[at]);
            at += 1;
        }
    }

    /// Writes `key`, the number, the name, the encoding, and the options that determine bytes; then a fact for each code of its
    /// enum.
    pub const fn part(&mut self, at: usize, part: &PartLayout) {
        self.start_part(at, part);
        encoding::write_locked(self.open(), &part.encoding);
        self.end_word();
        self.part_options(part);
        self.end();
        let mut codes = str_of(&part.codes).as_bytes();
        while let Some((code, rest)) = next_code(codes) {
            self.start_key_code(at);
            self.code(code);
            codes = rest;
        }
    }

    /// Writes `key`, the number and the name.
    pub(super) const fn start_part(&mut self, at: usize, part: &PartLayout) {
        self.begin(word!("key"));
        self.part_number(at);
        self.name(str_of(&part.name).as_bytes());
    }

    /// Writes `key_code` and the number of the part.
    pub(super) const fn start_key_code(&mut self, at: usize) {
        self.begin(word!("key_code"));
        self.part_number(at);
    }

    const fn part_number(&mut self, at: usize) {
        self.open().number(at as u64 + 1, 2);
        self.end_word();
    }

    /// Writes what follows the encoding.
    pub(super) const fn part_options(&mut self, part: &PartLayout) {
        if part.desc {
            self.known(word!("desc"));
        }
        if part.reverse {
            self.known(word!("reverse"));
        }
        if part.omit_none {
            self.known(word!("optional"));
        }
        let separator = if part.terminated { "end=" } else { "before=" };
        self.separator(separator, part.separator.as_ref());
        if let Some(text) = &part.salt {
            salted(self.open(), text);
            self.end_word();
        }
    }

    const fn separator(&mut self, option: &str, separator: Option<&Bytes>) {
        if let Some(separator) = separator {
            self.open().text(option);
            self.open().name(elements(separator));
            self.end_word();
        }
    }

    /// Writes `salt`, the function, the number of its values or of its characters, and its options.
    pub const fn salt(&mut self, layout: &SaltLayout) {
        let (name, number) = function(&layout.salt);
        self.begin(word!("salt"));
        self.word(name);
        self.number(number);
        self.salt_options(&layout.salt);
        self.separator("before=", layout.separator.as_ref());
        self.end();
    }

    const fn salt_options(&mut self, salt: &Salt) {
        match salt {
            Salt::Md5Hex {
                from,
                upper,
                joined,
                ..
            } => {
                self.option("from=", *from as u64);
                self.word(if *upper { "upper" } else { "" });
                self.joined(joined.as_ref());
            }
            Salt::Md5 { joined, .. } => self.joined(joined.as_ref()),
            Salt::JavaBytes {
                abs, text, joined, ..
            } => {
                self.word(if *abs { "abs" } else { "" });
                self.hashed(*text, joined.as_ref());
            }
            Salt::Crc32 { text, joined, .. } => self.hashed(*text, joined.as_ref()),
            Salt::RegionNumber { width, .. } | Salt::JavaHash { width, .. } => {
                self.option("width=", *width as u64);
            }
            Salt::With {
                function,
                width,
                text,
                joined,
                ..
            } => {
                self.option("width=", *width as u64);
                self.open().text("by=");
                last_segment(self.open(), function.as_path());
                self.end_word();
                self.hashed(*text, joined.as_ref());
            }
            Salt::Buckets { text, .. }
            | Salt::Modulo { text, .. }
            | Salt::Random { text, .. }
            | Salt::RoundRobin { text, .. } => self.word(if *text { "text" } else { "" }),
        }
    }

    const fn hashed(&mut self, text: bool, joined: Option<&Text>) {
        self.word(if text { "text" } else { "" });
        self.joined(joined);
    }

    const fn option(&mut self, name: &str, number: u64) {
        self.open().text(name);
        self.open().number(number, 0);
        self.end_word();
    }

    const fn joined(&mut self, joined: Option<&Text>) {
        if let Some(joined) = joined {
            self.open().text("joined=");
            self.open().name(str_of(joined).as_bytes());
            self.end_word();
        }
    }
}

/// The name of a salt's function, and the number of its values or of its characters.
const fn function(salt: &Salt) -> (&'static str, u64) {
    match salt {
        Salt::Buckets { count, .. } => ("buckets", *count as u64),
        Salt::Md5Hex { digits, .. } => ("md5_hex", *digits as u64),
        Salt::Md5 { bytes, .. } => ("md5", *bytes as u64),
        Salt::JavaBytes { count, .. } => ("java_bytes", *count as u64),
        Salt::Crc32 { count, .. } => ("crc32", *count as u64),
        Salt::Modulo { count, .. } => ("modulo", *count as u64),
        Salt::RegionNumber { regions, .. } => ("region_number", *regions as u64),
        Salt::JavaHash { buckets, .. } => ("java_hash", *buckets as u64),
        Salt::With { values, .. } => ("with", *values as u64),
        Salt::Random { count, .. } => ("random", *count as u64),
        Salt::RoundRobin { count, .. } => ("round_robin", *count as u64),
    }
}

/// What a part contributes to the salt.
const fn salted(word: &mut WordWriter<'_>, text: &SaltText) {
    word.text("salted");
    match text {
        SaltText::Whole => {}
        SaltText::First(count) => {
            word.text("=first:");
            word.number(*count as u64, 0);
        }
        SaltText::Last(count) => {
            word.text("=last:");
            word.number(*count as u64, 0);
        }
        SaltText::Format(pattern) => {
            word.text("=");
            word.name(str_of(pattern).as_bytes());
        }
    }
}

/// The last name of a path: functions and modules move, and keep their names.
pub(super) const fn last_segment(word: &mut WordWriter<'_>, path: &str) {
    let path = path.as_bytes();
    let mut from = path.len();
    while from > 0 && path[from - 1] != b':' {
        from -= 1;
    }
    word.name(path.split_at(from).1);
}
