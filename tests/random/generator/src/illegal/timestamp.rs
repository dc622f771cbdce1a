//! Rules of `#[timestamp]`.

use super::rules;
use super::when::{is_stamped_by, keeps_five, may_be_stamped};
use crate::spec::Table;

fn keeps_one(table: &Table) -> bool {
    may_be_stamped(table) && table.families[0].versions == 1
}

fn expires(table: &Table, ms: i64) -> bool {
    may_be_stamped(table) && table.families[0].versions == 5 && table.families[0].ttl_ms == Some(ms)
}

rules! {
    Field keeps_one, "#[timestamp(hour)] pub stamp: Timestamp," => "`#[timestamp(hour)]` makes a version of each hour, and family `D1` keeps 1 version, the default";
    Field keeps_one, "#[timestamp(day)] pub stamp: Timestamp," => "`#[timestamp(day)]` makes a version of each day, and family `D1` keeps 1 version, the default";
    Field keeps_one, "#[timestamp(month)] pub stamp: Timestamp," => "`#[timestamp(month)]` makes a version of each month, and family `D1` keeps 1 version, the default";
    Replace |table| is_stamped_by(table, "day").then(|| "versions = 5".to_owned()), "versions = 1" => "`#[timestamp(day)]` makes a version of each day, and family `D1` keeps `versions = 1`";
    Field |table| keeps_one(table) && table.families[0].ttl_ms.is_none(), "#[timestamp(day, keep = \"3d\")] pub stamp: Timestamp," => "touches up to 4 days, one version each, and family `D1` keeps 1 version, the default";
    Field keeps_five, "#[timestamp(day, keep = \"9d\")] pub stamp: Timestamp," => "touches up to 10 days, one version each, and family `D1` keeps `versions = 5`";
    Field keeps_five, "#[timestamp(month, keep = \"300d\")] pub stamp: Timestamp," => "months, one version each, and family `D1` keeps `versions = 5`";
    Field keeps_five, "#[timestamp(hour, keep = \"1d\")] pub stamp: Timestamp," => "touches up to 25 hours, one version each, and family `D1` keeps `versions = 5`";
    Field |table| expires(table, 3_600_000), "#[timestamp(day, keep = \"2d\")] pub stamp: Timestamp," => "`keep = \"2d\"` is longer than the `ttl` of family `D1`";
    Field |table| expires(table, 36 * 3_600_000), "#[timestamp(month, keep = \"1d\")] pub stamp: Timestamp," => "counts from the start of a month";
    Field keeps_five, "#[timestamp(day, month)] pub stamp: Timestamp," => "are two periods";
    Field keeps_five, "#[timestamp(day, keep = \"365\")] pub stamp: Timestamp," => "`keep = \"365\"`: the last number has no unit";
    Field keeps_five, "#[timestamp(day, keep = \"1y\")] pub stamp: Timestamp," => "`keep = \"1y\"`: unknown unit `y`";
    Field keeps_five, "#[timestamp(day, keep = \"0d\")] pub stamp: Timestamp," => "`keep = \"0d\"`: it is not a time";
    Field keeps_five, "#[timestamp(day, keep = \"99999999999999999999w\")] pub stamp: Timestamp," => "it is over 2147483647 seconds";
    Field may_be_stamped, "#[timestamp(keep = \"3d\")] pub stamp: Timestamp," => "`keep` has no effect without a period";
}
