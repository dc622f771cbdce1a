//! Makes random tables from seeds.

mod columns;
mod indexes;
mod key;
mod part;
mod shapes;
mod smaller;
mod version;

use crate::draw::Draw;
use crate::features as f;
use crate::spec::{Absence, Family, Field, FieldRole, Items, Key, Part, Salt, Stamp, Table, Unit};
use crate::types::Kind;

use columns::Rules;
pub(crate) use key::{feeds, has_own_end};
pub use shapes::{order_of, sees_prefixes, sees_ranges};

/// Names of columns; the number is appended.
const NAMES: [&str; 6] = ["cents", "state", "note", "sum_total", "owner", "seen"];

const FAMILIES: [&str; 3] = ["D1", "D2", "D3"];

impl Table {
    /// Makes the table of a seed. It is the same on every machine.
    pub fn of_seed(seed: u64) -> Self {
        let mut draw = Draw::new(seed);
        let (key, exceptions) = key::key(&mut draw);
        let any_case = draw.any(&f::NAMING) == "hbase";
        let mut options = options(&mut draw, &key, &exceptions, any_case);
        // Few tables allow an index by chance.
        let is_indexed = key.salt.is_computed() && draw.one_in(5);
        let stamp = columns::stamp(rarely(&mut draw, &f::TIMESTAMP, 3, is_indexed));
        let mut families = families(&mut draw, stamp, is_indexed);
        let mut fields = all_fields(&mut draw, &key, stamp, is_indexed, any_case);
        place(&mut draw, &mut fields, &mut families);
        let has_dynamic = fields.iter().any(|field| is_dynamic(&field.role));
        let may_count = stamp.is_none() && !has_dynamic && key.salt.is_computed();
        let version = version::version(&mut draw, &families, may_count, any_case);
        let has_version = version.is_some();
        version::insert(&mut draw, &mut fields, version);
        let may_have_entries = stamp.is_none() && !has_dynamic && !is_indexed && !has_version;
        if may_have_entries && families.len() == 1 {
            entries(&mut draw, &mut fields, &mut families);
        }
        options.extend(splits(&mut draw, &key));
        let shapes = shapes::shapes(&mut draw, &key);
        let sets = sets(&mut draw, key.parts.len(), &fields);
        let mut table = Self {
            seed,
            removed: Vec::new(),
            options,
            key,
            families,
            fields,
            shapes,
            sets,
            indexes: Vec::new(),
            features: Vec::new(),
        };
        table.indexes = indexes::indexes(&mut draw, &table);
        shapes::add_conditions(&mut draw, &table.key, &mut table.shapes);
        table.features = draw.into_chosen();
        table
    }
}

/// The fields that are not key parts: the date of a table by date, the columns, and the timestamp.
fn all_fields(
    draw: &mut Draw,
    key: &Key,
    stamp: Option<Stamp>,
    is_indexed: bool,
    any_case: bool,
) -> Vec<Field> {
    let rules = Rules {
        is_stamped: stamp.is_some(),
        by_period: matches!(stamp, Some(Stamp::Period(..))),
        is_indexed,
        any_case,
        has_periods: key.parts.iter().any(Part::has_periods),
    };
    let mut fields = fields(draw, rules);
    fields.extend(stamp.map(|stamp| Field {
        name: "stamp".to_owned(),
        family: 0,
        role: FieldRole::Timestamp(stamp),
    }));
    fields.splice(..0, date(draw, is_indexed));
    fields
}

/// The field with the date in the table's name.
fn date(draw: &mut Draw, is_indexed: bool) -> Option<Field> {
    let unit = match rarely(draw, &f::DATED, 4, is_indexed) {
        "year" => Unit::Year,
        "month" => Unit::Month,
        "day" => Unit::Day,
        "hour" => Unit::Hour,
        _ => return None,
    };
    Some(Field {
        name: "period".to_owned(),
        family: 0,
        role: FieldRole::TableDate(unit),
    })
}

/// Adds entries and their index, each in a family of its own.
fn entries(draw: &mut Draw, fields: &mut Vec<Field>, families: &mut Vec<Family>) {
    let items = match draw.rarely(&f::ENTRIES, 3) {
        "json column" => Items::JsonColumn,
        "json entry" => Items::Json,
        "with" => Items::With,
        _ => return,
    };
    let roles = [
        ("items", FieldRole::Entries(items)),
        ("item_index", FieldRole::RowIndex),
    ];
    for (name, role) in roles {
        let family = families.len();
        families.push(Family {
            name: FAMILIES[family],
            options: Vec::new(),
            versions: 1,
            ttl_ms: None,
        });
        fields.push(Field {
            name: name.to_owned(),
            family,
            role,
        });
    }
}

/// The options of `#[table]`.
fn options(draw: &mut Draw, key: &Key, exceptions: &[&str], any_case: bool) -> Vec<String> {
    let mut options = Vec::new();
    if any_case {
        options.push("naming = hbase".to_owned());
    }
    let rename = draw.among(&f::RENAME, |name| {
        any_case || matches!(name, "default" | "UPPERCASE")
    });
    if rename != "default" {
        options.push(format!("rename_all = {rename:?}"));
    }
    if draw.any(&f::GENERATED) == "both" {
        options.push("key = ItemKey, scan = Query".to_owned());
    }
    match draw.any(&f::TABLE_ATTRIBUTES) {
        "sizes" => options.push("max_filesize = 10737418240, memstore_flushsize = 134217728".into()),
        "words" => options.push("durability = async_wal, owner = \"me\", metadata(\"K\" = \"it's\"), split_policy = \"a.Policy\"".into()),
        "flags" => options.push("normalization_enabled = false, compaction_enabled".into()),
        _ => {}
    }
    let needed = exceptions.first().copied().unwrap_or("none");
    draw.among(&f::EXCEPTION, |name| name == needed);
    if !exceptions.is_empty() && key.salt == Salt::None {
        options.push(format!("allow({})", exceptions.join(", ")));
    }
    options
}

/// Chooses the first value of a feature if only that is legal in a table with an index; otherwise rarely another one.
fn rarely(
    draw: &mut Draw,
    feature: &'static f::Feature,
    rarity: u32,
    is_indexed: bool,
) -> &'static str {
    if is_indexed {
        let plain = feature.values[0].name;
        draw.among(feature, |name| name == plain)
    } else {
        draw.rarely(feature, rarity)
    }
}

fn families(draw: &mut Draw, stamp: Option<Stamp>, is_indexed: bool) -> Vec<Family> {
    let count = draw.among(&f::FAMILIES, |name| !(is_indexed && name == "3"));
    let count: usize = count.parse().unwrap_or(1);
    let families = FAMILIES.iter().take(count);
    families.map(|name| family(draw, name, stamp)).collect()
}

fn family(draw: &mut Draw, name: &'static str, stamp: Option<Stamp>) -> Family {
    let by_period = matches!(stamp, Some(Stamp::Period(..)));
    let versions = draw.among(&f::VERSIONS, |name| !by_period || name == "5");
    let mut options = Vec::new();
    if versions != "1" {
        options.push(format!("versions = {versions}"));
    }
    let has_times = !matches!(stamp, Some(Stamp::Number));
    let ttl = draw.among(&f::TTL, |name| match name {
        "none" | "forever" => true,
        // Timestamps that are plain numbers do not match the clock, so these families have no finite TTL.
        _ => has_times && !by_period,
    });
    let ttl_ms = match ttl {
        "30s" => Some(30_000),
        "1h" => Some(3_600_000),
        "1d 12h" => Some(36 * 3_600_000),
        _ => None,
    };
    match ttl {
        "none" => {}
        "forever" => options.push("ttl = forever".into()),
        _ => options.push(format!("ttl = {ttl:?}")),
    }
    match draw.any(&f::FAMILY_ATTRIBUTES) {
        "files" => options.push("compression = zstd, bloom = rowcol, block_size = 4096, data_block_encoding = row_index_v1".into()),
        "cache" => options.push("block_cache = false, in_memory, replication_scope = 1, metadata(\"X\" = \"1\")".into()),
        "named_columns" => options.push("named_columns".into()),
        _ => {}
    }
    Family {
        name,
        options,
        versions: versions.parse().unwrap_or(1),
        ttl_ms,
    }
}

/// Makes the fields that are not key parts, except the timestamp.
fn fields(draw: &mut Draw, rules: Rules) -> Vec<Field> {
    let count: usize = draw.any(&f::COLUMNS).parse().unwrap_or(1);
    let mut fields: Vec<Field> = (0..count)
        .map(|number| Field {
            name: format!("{}_{number}", draw.pick(&NAMES)),
            family: 0,
            role: FieldRole::Column(columns::column(draw, rules, number)),
        })
        .collect();
    for number in 0..draw.rng.usize(..3) {
        let used = |group: fn(&FieldRole) -> bool| fields.iter().any(|field| group(&field.role));
        let (has_group, has_dynamic) = (used(is_group), used(is_dynamic));
        let extra = draw.among(&f::EXTRA, |name| match name {
            "counter" => !rules.is_stamped && !rules.is_indexed,
            "optional group" => !rules.by_period && !has_group,
            "group" | "group with prefix" => !has_group,
            "group with prefix of bytes" => rules.any_case && !has_group,
            "map" | "map with prefix and limit" | "dynamic" => {
                !has_dynamic && !rules.by_period && !rules.is_indexed
            }
            "map of counters" | "dynamic counters" => {
                !has_dynamic && !rules.is_stamped && !rules.is_indexed
            }
            _ => true,
        });
        if extra == "none" {
            continue;
        }
        let role = columns::extra(draw, rules, extra);
        fields.push(Field {
            name: format!("extra_{number}"),
            family: 0,
            role,
        });
    }
    draw.rng.shuffle(&mut fields);
    fields
}

fn is_group(role: &FieldRole) -> bool {
    matches!(role, FieldRole::Group(_))
}

fn is_dynamic(role: &FieldRole) -> bool {
    matches!(role, FieldRole::Dynamic(_))
}

/// Chooses the families of the fields. Each family has a column. Dynamic columns without a prefix have a family of
/// their own.
fn place(draw: &mut Draw, fields: &mut [Field], families: &mut Vec<Family>) {
    let stored = |field: &Field| {
        !matches!(
            field.role,
            FieldRole::Skip | FieldRole::Timestamp(_) | FieldRole::TableDate(_)
        )
    };
    let alone = fields.iter().position(
        |field| matches!(&field.role, FieldRole::Dynamic(dynamic) if dynamic.prefix.is_none()),
    );
    let count = fields.iter().filter(|field| stored(field)).count();
    families.truncate(count);
    if alone.is_some() && families.len() == 1 && count > 1 {
        let second = Family {
            name: FAMILIES[1],
            ..families[0].clone()
        };
        families.push(second);
    }
    let shared = families.len() - usize::from(alone.is_some() && count > 1);
    let mut next = 0;
    for (at, field) in fields.iter_mut().enumerate() {
        if !stored(field) {
            continue;
        }
        field.family = match alone {
            Some(alone) if alone == at => families.len() - 1,
            _ if next < shared => next,
            _ => draw.rng.usize(..shared),
        };
        next += usize::from(alone != Some(at));
    }
}

fn splits(draw: &mut Draw, key: &Key) -> Option<String> {
    let first = &key.parts[0];
    let plain = !first.desc && !first.reverse && !first.optional;
    let native = first.encoding == crate::spec::Encoding::Native;
    let splits = draw.among(&f::SPLITS, |name| match name {
        // With a step of 2, two values have no split point between them.
        "per_bucket(step = 2, width = 4)" if key.salt == Salt::Buckets(2) => false,
        "per_bucket" | "per_bucket(step = 2, width = 4)" => matches!(
            key.salt,
            Salt::Buckets(_)
                | Salt::JavaBytes { .. }
                | Salt::Crc32 { .. }
                | Salt::Modulo(_)
                | Salt::With { .. }
                | Salt::Random(_)
                | Salt::RoundRobin(_)
        ),
        // The byte after the salt must be less than `|`.
        "number_pipe" => {
            matches!(key.salt, Salt::Region { .. } | Salt::Java { .. })
                && key.separator.is_some_and(|separator| separator != "|")
        }
        "hex_string" => matches!(key.salt, Salt::Md5Hex { upper: false, .. }),
        "uniform" => {
            key.salt == Salt::None
                && plain
                && native
                && matches!(first.of.kind, Kind::Int { .. } | Kind::Array(_))
        }
        "keys" | "format" => {
            key.salt == Salt::None && plain && native && first.of.kind == Kind::Text
        }
        _ => true,
    });
    Some(match splits {
        "none" => return None,
        "hex_string" => "splits = hex_string(4)".to_owned(),
        "uniform" => "splits = uniform(4)".to_owned(),
        "keys" => "splits = [\"b\", \"u\"]".to_owned(),
        "format" => "splits = format(\"a{:02}\", 3..=99, count = 7)".to_owned(),
        _ => format!("splits = {splits}"),
    })
}

/// Chooses sets of one to three columns. The calls read each set without the other columns.
fn sets(draw: &mut Draw, parts: usize, fields: &[Field]) -> Vec<Vec<usize>> {
    let columns = fields.iter().enumerate();
    let columns = columns
        .filter(|(_, field)| matches!(field.role, FieldRole::Column(_) | FieldRole::Counter));
    let mut columns: Vec<usize> = columns.map(|(at, _)| parts + at).collect();
    draw.rng.shuffle(&mut columns);
    let first = columns.iter().copied().take(1).collect();
    let count = draw.rng.usize(2..4);
    let second: Vec<usize> = columns.iter().copied().skip(1).take(count).collect();
    let sets: [Vec<usize>; 2] = [first, second];
    sets.into_iter().filter(|set| !set.is_empty()).collect()
}

impl Absence {
    /// Whether the column's value may be missing.
    pub fn is_possible(self) -> bool {
        self != Self::Never
    }
}
