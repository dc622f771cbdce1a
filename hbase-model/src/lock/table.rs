//! The facts of a table itself: its families, how long they keep cells, the timestamps of its cells.

use super::word::{Word, word};
use super::writer::FactWriter;
use crate::cow::{elements, str_of};
use crate::descriptor::{FamilyDescriptor, TableDescriptor, Ttl};
use crate::index::STAMP_FAMILY;
use crate::time::PeriodUnit;

/// The attribute that decides which of a put and a delete is newer.
const VERSION_ORDER: &str = "NEW_VERSION_BEHAVIOR";

impl FactWriter<'_> {
    /// Writes a fact for each family, and one for each of its attributes that decide which cells are kept. The family that the
    /// library adds to a table with indexes is no fact: it comes and goes with them.
    pub const fn table(&mut self, table: &TableDescriptor, is_indexed: bool) {
        let families = elements(&table.families);
        let mut at = 0;
        while at < families.len() {
            let name = str_of(&families[at].name).as_bytes();
            if !is_indexed || !super::line::is_same(name, STAMP_FAMILY.as_bytes()) {
                self.family(&families[at]);
            }
            at += 1;
        }
    }

    const fn family(&mut self, family: &FamilyDescriptor) {
        let name = str_of(&family.name).as_bytes();
        self.begin(word!("family"));
        self.name(name);
        self.end();
        self.attribute(word!("versions"), name, family.versions);
        self.attribute(word!("min_versions"), name, family.min_versions);
        if let Some(ttl) = family.ttl
            && ttl.as_secs() != Ttl::FOREVER.as_secs()
        {
            self.attribute(word!("ttl"), name, Some(ttl.as_secs()));
        }
        if let Some(keep) = family.keep_deleted_cells {
            self.begin(word!("keep_deleted_cells"));
            self.name(name);
            self.word(keep.name());
            self.end();
        }
        self.version_order(name, family);
    }

    const fn attribute(&mut self, keyword: &Word, family: &[u8], value: Option<u32>) {
        if let Some(value) = value {
            self.begin(keyword);
            self.name(family);
            self.number(value as u64);
            self.end();
        }
    }

    const fn version_order(&mut self, name: &[u8], family: &FamilyDescriptor) {
        let metadata = elements(&family.metadata);
        let mut at = 0;
        while at < metadata.len() {
            let attribute = str_of(&metadata[at].0).as_bytes();
            if super::line::is_same(attribute, VERSION_ORDER.as_bytes()) {
                let value = str_of(&metadata[at].1).as_bytes();
                self.begin(word!("new_version_behavior"));
                self.name(name);
                self.word(if value.eq_ignore_ascii_case(b"true") {
                    "true"
                } else {
                    "false"
                });
                self.end();
            }
            at += 1;
        }
    }

    /// Writes that a field holds the cells' timestamp: the exact one, or the start of a period.
    pub const fn timestamp(&mut self, period: Option<PeriodUnit>) {
        self.begin(word!("timestamp"));
        self.word(match period {
            Some(unit) => unit.name(),
            None => "exact",
        });
        self.end();
    }

    /// Writes that a column counts the writes of a row.
    pub const fn row_version(&mut self, family: &[u8], qualifier: &[u8]) {
        self.begin(word!("row_version"));
        self.name(family);
        self.name(qualifier);
        self.end();
    }
}
