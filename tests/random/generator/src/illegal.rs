//! Illegal tables: each is a legal table with an addition that breaks one rule.

use crate::emit::part_attribute;
use crate::spec::{
    Absence, Codec, Column, DefaultValue, Encoding, FieldRole, Key, Part, Salt, Table,
};
use crate::types::Kind;

/// A rule, and an addition that breaks it.
#[derive(Debug)]
pub struct Rule {
    /// Where the addition is inserted.
    at: Site,
    /// The source of the addition.
    adds: &'static str,
    /// Text that the error message must contain.
    pub says: &'static str,
}

/// Where an addition is inserted, and the tables in which it breaks only one rule.
#[derive(Debug)]
enum Site {
    /// An option of `#[table]`.
    Table(fn(&Table) -> bool),
    /// An option of `#[rowkey]` on the struct.
    Key(fn(&Table) -> bool),
    /// An option of `#[rowkey]` on a field.
    Part(fn(&Table, usize) -> bool),
    /// An option of a `#[family]`.
    Family(fn(&Table) -> bool),
    /// An option of a `#[column]`.
    Column(fn(&Table, &Column) -> bool),
    /// An attribute of the struct.
    Attribute(fn(&Table) -> bool),
    /// A field.
    Field(fn(&Table) -> bool),
}

/// An illegal table.
#[derive(Debug)]
pub struct Illegal {
    /// The rule, by its index.
    pub rule: usize,
    /// The struct.
    pub source: String,
}

/// Declares rules: the site, the addition, and the text of the error.
macro_rules! rules {
    ($($site:ident $when:expr, $adds:literal => $says:literal;)*) => {
        /// All rules.
        pub static RULES: &[Rule] = &[$(Rule { at: Site::$site($when), adds: $adds, says: $says }),*];
    };
}

fn part_is(key: &Key, at: usize, is: fn(&Part) -> bool) -> bool {
    is(&key.parts[at])
}

/// Whether a separator of the key would follow a part, and the salt allows separators.
fn closes_something(key: &Key) -> bool {
    let inner = &key.parts[..key.parts.len() - 1];
    !matches!(key.salt, Salt::Md5 { .. })
        && inner
            .iter()
            .any(|part| part.separator.is_none() && !part.unseparated)
}

fn has_option(table: &Table, name: &str) -> bool {
    table.options.iter().any(|option| option.contains(name))
}

fn has_one_family(table: &Table) -> bool {
    table.families.len() == 1
}

rules! {
    Table |_| true, "whatever" => "unknown option `whatever` in `#[table]`";
    Table |_| true, "compression = snappy" => "`compression` is not an option of `#[table]`";
    Table |table| !has_option(table, "naming"), "naming = loose" => "unknown `naming` `loose`";
    Table |table| !has_option(table, "allow"), "allow()" => "`allow()` allows nothing";
    Table |table| !has_option(table, "allow") && table.key.salt != Salt::None, "allow(hotspot)" => "`allow(hotspot)` has no effect";
    Table |table| !has_option(table, "durability"), "durability = always" => "unknown `durability` `always`";
    Table |table| !has_option(table, "max_filesize"), "max_filesize = 1" => "`max_filesize` is 2097152";
    Table |table| !has_option(table, "rename_all"), "rename_all = \"Upper\"" => "rename_all";
    Table |table| !has_option(table, "splits") && table.key.salt == Salt::None, "splits = per_bucket" => "per_bucket";
    Table |table| !has_option(table, "splits") && table.key.salt == Salt::None, "splits = number_pipe" => "number_pipe";
    Key |_| true, "fixed = 14" => "`fixed` is not an option of `#[rowkey]` on the struct";
    Key |_| true, "seperator = \"_\"" => "unknown option `seperator`";
    Key |table| table.key.separator.is_none() && closes_something(&table.key), "separator = \"\"" => "separator";
    Key |table| table.key.separator.is_none() && table.key.salt == Salt::None && table.key.parts.len() == 1, "separator = \"_\"" => "nothing that it would separate";
    Key |table| table.key.salt == Salt::None, "salt = buckets(1)" => "`buckets` is 2 to 256, not 1";
    Key |table| table.key.salt == Salt::None, "salt = sha1(4)" => "unknown salt `sha1`";
    Key |table| table.key.salt == Salt::None && !has_option(table, "allow") && !has_option(table, "splits"), "salt = md5_hex(4)" => "no part feeds the salt";
    Key |table| table.key.salt == Salt::None && table.key.separator.is_some(), "salt = md5(17)" => "`md5` is 1 to 16, not 17";
    Key |table| table.key.salt == Salt::None, "salt = region_number(1)" => "region_number";
    Part |_, _| true, "fixd = 4" => "unknown option `fixd`";
    Part |_, _| true, "json" => "`json` is not an option of `#[rowkey]` on a field";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Native && part.max.is_none() && part.of.kind != Kind::Time), "pad_left = '0'" => "`pad_left` has no effect without a width";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::PadLeft(..))), "pad_right = '0'" => "`pad_right` cannot be combined with `pad_left`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(_)) && !part.reverse), "java" => "are two ways to write one part";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java && !part.desc), "ordered" => "are two ways to write one part";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Text && !part.reverse), "desc" => "`desc` cannot be combined with `text`";
    Part |table, at| part_is(&table.key, at, |part| part.desc && matches!(part.encoding, Encoding::Fixed(_))), "reverse" => "`reverse` cannot be combined with `desc`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java && !part.desc), "reverse" => "`reverse` cannot be combined with `java`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Ordered), "offset = \"+08:00\"" => "`offset` cannot be combined with `ordered`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java), "truncate" => "`truncate` cannot be combined with `java`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Time { digits: Some(13 | 19), .. })), "offset = \"+08:00\"" => "`offset` has no effect";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Time { newest_first: true, .. })), "desc" => "`desc` cannot be combined with `reverse_ts`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(_)) && !part.desc), "max = 9" => "`max` has no effect together with `fixed`";
    Part |table, at| at + 1 == table.key.parts.len(), "separator = \"%\"" => "`separator` has no effect on the last part";
    Part |table, at| at + 1 == table.key.parts.len() && table.key.parts.iter().all(|part| !part.unseparated) && part_is(&table.key, at, |part| part.encoding == Encoding::Native), "unseparated" => "`unseparated` has no effect on the last part";
    Part |table, at| at + 1 < table.key.parts.len() && !table.key.parts.iter().any(|part| part.unseparated) && part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(_)) && part.separator.is_none()), "unseparated" => "`unseparated` cannot be combined with `fixed`";
    Part |table, at| !table.key.salt.is_computed() && part_is(&table.key, at, |part| part.encoding == Encoding::Native), "salt" => "`salt` has no effect here";
    Part |table, at| table.key.salt == Salt::None && !has_option(table, "allow") && part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(width) if width > 2)), "salt = first(2)" => "`salt = first(2)` feeds no salt";
    Part |table, at| part_is(&table.key, at, |part| part.salt.is_none()), "salt = middle(2)" => "middle";
    Family |_| true, "blocksize = 65536" => "unknown option `blocksize`";
    Family |_| true, "splits = uniform(4)" => "`splits` is not an option of `#[family]`";
    Family |table| table.families[0].options.is_empty() && table.stamp().is_none(), "ttl = \"500ms\"" => "ttl";
    Family |table| table.families[0].options.is_empty() && table.stamp().is_none(), "versions = 0" => "`versions` is 1 to 2147483647, not 0";
    Family |table| table.index.is_none() && table.families[0].options.is_empty() && table.stamp().is_none(), "min_versions = 2" => "`min_versions = 2` is more than versions";
    Family |table| table.families[0].options.is_empty(), "compression = gzip" => "unknown `compression` `gzip`";
    Family |table| table.families[0].options.is_empty(), "replication_scope = 2" => "`replication_scope` is 0 to 1, not 2";
    Column |_, _| true, "serde" => "unknown option `serde` in `#[column]`";
    Column |_, _| true, "fixed = 4" => "`fixed` is not an option of `#[column]`";
    Column |_, column| column.codec == Codec::Text && column.absence != Absence::Stored, "json" => "`json` and `text` are two ways to write one cell";
    Column |_, column| column.codec == Codec::Json && column.absence == Absence::Option, "store_none" => "`store_none` has no effect together with this codec";
    Column |table, column| table.index.is_none() && column.codec == Codec::Text && column.default == DefaultValue::None && column.absence != Absence::Stored, "counter" => "`text` cannot be combined with `counter`";
    Column |_, _| true, "limit = 5" => "`limit` has no effect without `dynamic`";
    Column |_, _| true, "prefix = \"P_\"" => "`prefix` has no effect without `flatten` or `dynamic`";
    Column |table, column| table.index.is_none() && table.families.len() == 1 && table.sets.concat().len() > 1 && column.codec == Codec::Text && column.qualifier.is_none() && column.default == DefaultValue::None && column.absence != Absence::Stored, "skip" => "`text` has no effect on a field that is not stored";
    Column |_, column| matches!(column.qualifier, Some((_, false))), "rename = \"TWICE\"" => "`rename` sets the name a second time";
    Attribute |table| table.families.len() < 3 && table.stamp().is_none(), "#[family(\"D1\")]" => "family `D1` is declared already";
    Attribute |table| table.families.len() == 2 && table.stamp().is_none(), "#[family(\"D9\")]" => "family `D9` has no column";
    Attribute |_| true, "#[table(\"RANDOM:SECOND\")]" => "table";
    Field |table| table.families.len() > 1, "pub stray: u8," => "`stray` must choose a family";
    Field |table| table.families.len() > 1, "#[family(\"D7\")] pub stray: u8," => "unknown family `D7`";
    Field |table| table.stamp().is_some(), "#[timestamp] pub second_stamp: Timestamp," => "timestamp";
    Field |table| table.index.is_none() && table.unit().is_none(), "#[table_date] pub period: Timestamp," => "`#[table_date]` on `period`, and the table's name";
    Field |table| table.unit().is_some(), "#[table_date] pub second_period: Timestamp," => "a row has one `#[table_date]`";
    Field |table| has_one_family(table) && table.may_be_indexed(), "#[index(\"RANDOM:BY_STRAY\")] #[column(counter)] pub stray: i64," => "which is a counter";
    Field |table| has_one_family(table) && table.may_be_indexed(), "#[index(\"RANDOM:BY_STRAY\")] #[column(default)] pub stray: u8," => "which is a column with a `default`";
    Field |table| has_one_family(table) && table.may_be_indexed(), "#[index(\"RANDOM:BY_STRAY\")] #[column(skip)] pub stray: u8," => "which is not stored";
    Field |table| has_one_family(table) && table.index.is_some(), "#[column(counter)] pub stray: i64," => "the counter `stray` in a table with an index";
    Field |table| has_one_family(table) && table.index.is_some(), "#[timestamp] pub stray: Timestamp," => "`#[timestamp]` in a table with an index";
    Field |_| true, "#[rowkey] #[column(text)] pub both: u8," => "both";
    Field |table| table.index.is_none() && table.families.len() == 1 && table.families[0].versions == 1 && table.stamp().is_none(), "#[timestamp(day)] pub stamp: Timestamp," => "`#[timestamp(day)]` makes a version of each day";
    Field |table| table.index.is_none() && table.families.len() == 1 && table.stamp().is_none(), "#[timestamp(keep = \"3d\")] pub stamp: Timestamp," => "`keep` has no effect without a period";
}

impl Table {
    /// The illegal tables that result from one addition to this table.
    pub fn illegal(&self) -> Vec<Illegal> {
        let rules = RULES.iter().enumerate();
        let broken = rules.filter_map(|(rule, of)| {
            Some(Illegal {
                rule,
                source: self.with(of)?,
            })
        });
        broken.collect()
    }

    fn with(&self, rule: &Rule) -> Option<String> {
        let source = self.declaration();
        let adds = rule.adds;
        match &rule.at {
            Site::Table(when) => when(self).then(|| insert(&source, "#[table(", adds)),
            Site::Attribute(when) => {
                when(self).then(|| source.replacen("pub struct", &format!("{adds}\npub struct"), 1))
            }
            Site::Field(when) => {
                when(self).then(|| source.replacen("\n}\n", &format!("\n    {adds}\n}}\n"), 1))
            }
            Site::Family(when) => when(self).then(|| {
                let family = format!("#[family({:?}", self.families[0].name);
                source.replacen(&family, &format!("{family}, {adds}"), 1)
            }),
            Site::Key(when) => when(self).then(|| with_key_option(&source, &self.key, adds)),
            Site::Part(when) => {
                let at = (0..self.key.parts.len()).find(|at| when(self, *at))?;
                Some(with_part_option(&source, &self.key.parts[at], adds))
            }
            Site::Column(when) => {
                let mut fields = self.fields.iter();
                let field = fields.find(
                    |field| matches!(&field.role, FieldRole::Column(column) if when(self, column)),
                )?;
                Some(with_column_option(&source, &field.name, adds))
            }
        }
    }
}

/// Appends an option to the first attribute that starts with `attribute`.
fn insert(source: &str, attribute: &str, option: &str) -> String {
    let from = source.find(attribute).unwrap_or(0);
    let end = from + source[from..].find(")]\n").unwrap_or(0);
    format!("{}, {option}{}", &source[..end], &source[end..])
}

fn with_key_option(source: &str, key: &Key, option: &str) -> String {
    let has_attribute = key.separator.is_some()
        || key.derives.is_some()
        || key.names_salt && key.salt != Salt::None;
    if has_attribute {
        return source.replacen("\n#[rowkey(", &format!("\n#[rowkey({option}, "), 1);
    }
    source.replacen("pub struct", &format!("#[rowkey({option})]\npub struct"), 1)
}

fn with_part_option(source: &str, part: &Part, option: &str) -> String {
    let attribute = part_attribute(part);
    let before = format!("{attribute}\n    pub {}:", part.name);
    let with = match attribute.strip_prefix("#[rowkey(") {
        Some(rest) => format!("#[rowkey({option}, {rest}"),
        None => format!("#[rowkey({option})]"),
    };
    source.replacen(&before, &format!("{with}\n    pub {}:", part.name), 1)
}

fn with_column_option(source: &str, field: &str, option: &str) -> String {
    let name = format!("    pub {field}:");
    let at = source.find(&name).unwrap_or(0);
    let (head, tail) = source.split_at(at);
    match head.trim_end().rsplit_once('\n') {
        Some((_, last)) if last.trim_start().starts_with("#[column(") => {
            let head = head.trim_end().trim_end_matches(")]");
            format!("{head}, {option})]\n{tail}")
        }
        _ => format!("{head}    #[column({option})]\n{tail}"),
    }
}
