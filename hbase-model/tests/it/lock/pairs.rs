//! Random tables with one random change each: the class of the check is that of the reference model.

use std::collections::BTreeMap;

use fastrand::Rng;
use hbase_model::codes::code_list;
use hbase_model::lock::{Class, Comparison, TableFacts};
use hbase_model::{
    Absence, CellCodec, CellFacts, CellFormat, DescribedColumn, DescribedIndex,
    DescribedIndexField, DescribedTable, Encoding, FamilyDescriptor, KeyLayout, LogicalType,
    PartLayout, Salt, SaltLayout, SaltText, Splits, TableDescriptor, TableName, Ttl,
};

use super::TABLE;
use super::reference::{Absent, Cells, Codes, Column, Family, Model, class, codes_of};

const PAIRS: usize = 5_000;

#[test]
fn the_class_of_a_change_is_that_of_the_reference_model() {
    let seed = std::env::var("LOCK_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    let mut random = Rng::with_seed(seed);
    let mut classes: BTreeMap<Class, usize> = BTreeMap::new();
    for pair in 0..PAIRS {
        let before = model(&mut random);
        let mut now = before.clone();
        change(&mut now, &mut random);
        let expected = class(&before, &now);
        let (lock, facts) = (facts(&before), facts(&now));
        let worst = Comparison::new(&lock.lines, &facts.lines, TABLE).worst();
        let found = worst.map_or(Class::Free, |found| found.class);
        assert_eq!(
            found, expected,
            "LOCK_SEED={seed}, pair {pair}: {worst:?}\n{}\n{}",
            lock.lines, facts.lines
        );
        assert_eq!(lock.fingerprint == facts.fingerprint, worst.is_none());
        *classes.entry(expected).or_default() += 1;
    }
    let all = [
        Class::Free,
        Class::Cost,
        Class::Roll,
        Class::Loss,
        Class::Read,
        Class::Cell,
        Class::Key,
    ];
    for class in all {
        assert!(
            classes.get(&class).is_some_and(|count| *count > 3),
            "LOCK_SEED={seed}: {classes:?}"
        );
    }
}

fn part(name: String, random: &mut Rng) -> PartLayout {
    let width = [2, 4, 8][random.usize(..3)];
    let encoding = match random.u8(..3) {
        0 => Encoding::Integer {
            width,
            signed: false,
        },
        1 => Encoding::JavaInteger {
            width,
            signed: false,
        },
        _ => Encoding::Digits {
            width: 4 + width,
            max: u128::from(u64::MAX),
        },
    };
    PartLayout {
        desc: random.bool(),
        salt: Some(SaltText::Whole),
        codes: list(&codes(random)).into(),
        ..PartLayout::plain(name.into(), encoding)
    }
}

/// The codes of an enum, or none.
fn codes(random: &mut Rng) -> Codes {
    if random.u8(..4) > 0 {
        return Vec::new();
    }
    let codes = (1..random.u8(2..5)).map(|code| (code, format!("Variant{code}")));
    codes.collect()
}

fn list(codes: &Codes) -> String {
    let codes = codes.iter();
    let codes: Vec<_> = codes.map(|(code, name)| (code.to_string(), name)).collect();
    let codes = codes.iter();
    code_list(codes.map(|(code, name)| (code.as_str(), name.as_str())))
}

fn salt(random: &mut Rng) -> Option<SaltLayout> {
    // Fewer than 48: salts that are digits are no salts that are bytes, so another form finds no key, not even by chance.
    let count = [2, 10, 16, 40][random.usize(..4)];
    let text = random.bool();
    let salt = match random.u8(..4) {
        0 => return None,
        1 => Salt::Buckets { count, text },
        2 => Salt::Random { count, text },
        _ => Salt::RoundRobin { count, text },
    };
    Some(SaltLayout {
        salt,
        separator: None,
    })
}

fn key(random: &mut Rng) -> KeyLayout {
    let parts = (0..random.usize(1..4)).map(|at| part(format!("part{at}"), random));
    let parts: Vec<_> = parts.collect();
    KeyLayout {
        salt: salt(random),
        parts: parts.into(),
    }
}

fn cells(random: &mut Rng) -> Cells {
    let codes = codes(random);
    Cells {
        width: if codes.is_empty() {
            [1, 2, 4, 8][random.usize(..4)]
        } else {
            1
        },
        as_text: random.bool(),
        absent: [
            Absent::Required,
            Absent::Optional,
            Absent::Empty,
            Absent::Default,
        ][random.usize(..4)],
        codes,
    }
}

fn model(random: &mut Rng) -> Model {
    let families: Vec<_> = ["D1", "D2"]
        .map(|name| Family {
            name: name.to_owned(),
            versions: random.bool().then(|| random.u32(2..9)),
            ttl_s: random.bool().then(|| random.u32(60..600)),
        })
        .into();
    let columns = (0..random.usize(1..7)).map(|at| Column {
        family: families[random.usize(..2)].name.clone(),
        name: format!("COLUMN_{at}"),
        cells: cells(random),
    });
    let columns: Vec<_> = columns.collect();
    let indexes = if random.bool() {
        vec![("BY_0".to_owned(), random.bool())]
    } else {
        Vec::new()
    };
    Model {
        key: key(random),
        families,
        version: random.bool().then(|| columns[0].name.clone()),
        columns,
        indexes,
    }
}

fn change(model: &mut Model, random: &mut Rng) {
    let at = random.usize(..model.columns.len());
    match random.u8(..24) {
        0 => model.key.salt = salt(random),
        21 => match model.key.salt.as_mut().map(|layout| &mut layout.salt) {
            Some(Salt::Random { count, .. } | Salt::RoundRobin { count, .. }) => *count += 2,
            _ => model.key.salt = salt(random),
        },
        1 => {
            let number = random.usize(..model.key.parts.len());
            let name = model.key.parts[number].name.to_string();
            model.key.parts.to_mut()[number] = part(name, random);
        }
        2 => {
            let number = random.usize(..model.key.parts.len());
            model.key.parts.to_mut()[number].name = "renamed".into();
        }
        3 => model.key.parts.to_mut().rotate_left(1),
        4 => model
            .key
            .parts
            .to_mut()
            .push(part("another".to_owned(), random)),
        5 => drop(model.families.pop()),
        6 => model.families.push(Family {
            name: "D3".to_owned(),
            versions: None,
            ttl_s: Some(60),
        }),
        7 => model.families[0].ttl_s = random.bool().then(|| random.u32(60..600)),
        8 => model.families[0].versions = random.bool().then(|| random.u32(2..9)),
        9 => model.columns[at].cells.width = [1, 2, 4, 8][random.usize(..4)],
        10 => model.columns[at].cells.as_text ^= true,
        11 | 12 => model.columns[at].cells.absent = cells(random).absent,
        13 => "RENAMED".clone_into(&mut model.columns[at].name),
        14 => {
            let other = if model.columns[at].family == "D1" {
                "D2"
            } else {
                "D1"
            };
            other.clone_into(&mut model.columns[at].family);
        }
        15 => drop(model.columns.remove(at)),
        16 => model.columns.push(Column {
            family: "D1".to_owned(),
            name: "NEW".to_owned(),
            cells: cells(random),
        }),
        17 => change_codes(&mut model.columns[at].cells.codes, random),
        19 | 20 => {
            let number = random.usize(..model.key.parts.len());
            let part = &mut model.key.parts.to_mut()[number];
            let mut codes = codes_of(part);
            change_codes(&mut codes, random);
            part.codes = list(&codes).into();
        }
        22 => {
            let name = random.bool().then(|| model.columns[at].name.clone());
            model.version = name;
        }
        18 => model.indexes = vec![("BY_0".to_owned(), random.bool())],
        _ => drop(model.indexes.pop()),
    }
}

fn change_codes(codes: &mut Codes, random: &mut Rng) {
    match (random.u8(..5), codes.as_mut_slice()) {
        (0, [one, other, ..]) => std::mem::swap(&mut one.1, &mut other.1),
        (1, [one, ..]) => "Renamed".clone_into(&mut one.1),
        (2, [_, _, ..]) => drop(codes.pop()),
        (3, [_, ..]) => codes.clear(),
        _ => codes.push((100, "Another".to_owned())),
    }
}

fn facts(model: &Model) -> TableFacts {
    let mut descriptor = TableDescriptor::new(TableName::parse(TABLE).expect("a name"));
    let families = model.families.iter().map(|family| FamilyDescriptor {
        versions: family.versions,
        ttl: family.ttl_s.and_then(Ttl::from_secs),
        ..FamilyDescriptor::with_name(family.name.clone().into())
    });
    descriptor.families = families.collect::<Vec<_>>().into();
    let table = DescribedTable {
        row: "Order".to_owned(),
        descriptor,
        key: model.key.clone(),
        columns: model.columns.iter().map(column).collect(),
        dynamic: Vec::new(),
        timestamp: None,
        row_version: model.version.as_ref().map(|name| name.to_lowercase()),
        period: None,
        indexes: model
            .indexes
            .iter()
            .map(|index| index_of(model, index))
            .collect(),
        table_date: None,
    };
    table.facts()
}

fn column(of: &Column) -> DescribedColumn {
    let Cells {
        width,
        as_text,
        absent,
        codes,
    } = &of.cells;
    let format = if *as_text {
        CellFormat::DecimalText
    } else {
        CellFormat::Integer {
            width: *width,
            signed: false,
        }
    };
    let facts = CellFacts::new(
        format,
        LogicalType::Integer {
            width: *width,
            signed: false,
        },
    );
    let facts = match absent {
        Absent::Required | Absent::Default => facts,
        Absent::Optional => facts.with_absence(Absence::NoCell),
        Absent::Empty => facts.optional().store_none(),
    };
    DescribedColumn {
        field: of.name.to_lowercase(),
        family: of.family.clone(),
        qualifier: of.name.clone().into(),
        type_name: String::new(),
        codec: CellCodec::Java,
        facts,
        default: *absent == Absent::Default,
        counter: false,
        codes: list(codes),
    }
}

fn index_of(model: &Model, (name, desc): &(String, bool)) -> DescribedIndex {
    let field = model.key.parts[0].name.to_string();
    DescribedIndex {
        table: TableName::parse(&format!("SHOP:{name}")).expect("a name"),
        fields: vec![DescribedIndexField {
            field,
            encoding: Encoding::Bool,
            desc: *desc,
            computable: false,
        }],
        ttl: None,
        splits: Splits::None,
        buckets: None,
    }
}
