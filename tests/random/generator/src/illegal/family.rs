//! Rules of `#[family]`.

use super::rules;
use super::when::{any, has_no_version, has_one_family, has_plain_family, header, lacks};
use crate::spec::Table;

fn has_three(table: &Table) -> Option<String> {
    (table.families.len() == 3 && lacks(table, &["allow"]) && has_no_version(table))
        .then(|| header(table))
}

rules! {
    Family any, "blocksize = 65536" => "unknown option `blocksize`";
    Family any, "\"D2\"" => "`#[family]` takes one name";
    Family has_plain_family, "ttl = 86400" => "`ttl` needs a unit";
    Family has_plain_family, "ttl = \"0s\"" => "would drop every cell at once";
    Family has_plain_family, "ttl = \"1y\"" => "unknown unit `y`";
    Family has_plain_family, "ttl = \"500ms\"" => "a TTL is in whole seconds";
    Family has_plain_family, "ttl = \"d\"" => "a number is missing before `d`";
    Family has_plain_family, "ttl = \"1d 12\"" => "the last number has no unit";
    Family has_plain_family, "ttl = \"24856d\"" => "is over 2147483647 seconds";
    Family has_plain_family, "ttl = \"forever\"" => "write `ttl = forever` without quotes";
    Family has_plain_family, "ttl = never" => "`ttl` takes a time in quotes or `forever`";
    Family has_plain_family, "versions = 0" => "`versions` is 1 to 2147483647, not 0";
    Family has_plain_family, "versions = \"3\"" => "`versions` takes a whole number";
    Family |table| !table.has_index() && has_plain_family(table), "min_versions = 2" => "`min_versions = 2` is more than versions, which is 1 by default";
    Family |table| !table.has_index() && table.families[0].versions == 2, "min_versions = 3" => "`min_versions = 3` is more than versions: write";
    Family |table| table.families[0].options.is_empty(), "compression = gzip" => "unknown `compression` `gzip`";
    Family |table| table.families[0].options.is_empty(), "replication_scope = 2" => "`replication_scope` is 0 to 1, not 2";
    Family |table| table.families[0].options.is_empty(), "metadata(\"DFS_REPLICATION\" = \"70000\")" => "DFS_REPLICATION";
    Family |table| table.families[0].options.is_empty(), "metadata(\"IS_MOB\" = \"yes\")" => "IS_MOB";
    Attribute |table| table.families.len() < 3, "#[family]" => "`#[family]` names no family";
    Attribute |table| table.families.len() < 3 && table.stamp().is_none(), "#[family(\"D1\")]" => "family `D1` is declared already";
    Attribute |table| table.families.len() == 2 && table.stamp().is_none(), "#[family(\"D9\")]" => "family `D9` has no column";
    Replace has_three, "#[family(\"D9\")] pub struct Item { #[family(\"D9\")] pub stray: u8," => "4 families are more than 3";
    Field |table| table.families.len() > 1, "pub stray: u8," => "`stray` must choose a family";
    Field |table| table.families.len() > 1, "#[family(\"D7\")] pub stray: u8," => "unknown family `D7`";
    Field has_one_family, "#[family(\"D1\", versions = 3)] pub stray: u8," => "this `#[family]` only chooses a family";
}
