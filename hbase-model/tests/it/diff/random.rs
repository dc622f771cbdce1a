//! The plan removes any difference, and a destructive step is never among the harmless ones.

use hbase_model::diff::{Action, Plan, Step};
use hbase_model::{
    BloomFilter, Compression, FamilyDescriptor, KeepDeletedCells, TableChange, TableDescriptor, Ttl,
};
use proptest::option::of;
use proptest::prelude::*;

use super::{diff, table};

fn any_family(name: &'static str) -> impl Strategy<Value = FamilyDescriptor> {
    let numbers = (of(3_u32..9), of(0_u32..3), of(1_u32..99), of(1_u32..3));
    let names = (
        of(prop::sample::select(Compression::ALL)),
        of(prop::sample::select(BloomFilter::ALL)),
        of(prop::sample::select(KeepDeletedCells::ALL)),
    );
    let rest = (of(any::<bool>()), of(any::<bool>()), of("[a-c]{0,2}"));
    (numbers, names, rest).prop_map(move |(numbers, names, rest)| {
        let (versions, min_versions, ttl, block_size) = numbers;
        let (compression, bloom, keep_deleted_cells) = names;
        let (block_cache, in_memory, metadata) = rest;
        let metadata = metadata.map(|value| ("K".into(), value.into()));
        FamilyDescriptor {
            versions,
            min_versions,
            ttl: ttl.and_then(Ttl::from_secs),
            compression,
            bloom,
            block_size,
            block_cache,
            in_memory,
            keep_deleted_cells,
            metadata: metadata.into_iter().collect::<Vec<_>>().into(),
            ..FamilyDescriptor::new(name)
        }
    })
}

prop_compose! {
    fn any_table()(
        families in (any_family("D1"), of(any_family("D2")), of(any_family("D3"))),
        max_filesize in of(1_u64..3),
        durability in of(prop::sample::select(vec!["SKIP_WAL", "ASYNC_WAL", "SYNC_WAL"])),
        flags in (of(any::<bool>()), of(any::<bool>())),
        owner in of("[ab]"),
    ) -> TableDescriptor {
        let (first, second, third) = families;
        let families = [Some(first), second, third].into_iter().flatten().collect();
        TableDescriptor {
            max_filesize,
            durability: durability.map(Into::into),
            normalization_enabled: flags.0,
            compaction_enabled: flags.1,
            owner: owner.map(Into::into),
            ..table(families)
        }
    }
}

/// Carries out a step like a server.
fn carry_out(live: &mut TableDescriptor, step: &Step) {
    let Action::Alter(_, change) = &step.action else {
        panic!("only alterations are expected: {step:?}");
    };
    let families = live.families.to_mut();
    match change {
        TableChange::AddFamily(family) => families.push(family.clone()),
        TableChange::DropFamily(name) => families.retain(|family| family.name != *name),
        TableChange::AlterFamily(family) => {
            let there = families.iter_mut().find(|there| there.name == family.name);
            there.expect("the family").set(family);
        }
        TableChange::AlterTable(table) => live.set(table),
        other => panic!("an unknown change: {other:?}"),
    }
}

proptest! {
    #[test]
    fn a_table_does_not_differ_from_itself(table in any_table()) {
        prop_assert!(diff(&table, &table).is_empty());
    }

    #[test]
    fn the_plan_leads_from_the_live_table_to_the_declared_one(
        declared in any_table(), live in any_table(),
    ) {
        let found = diff(&declared, &live);
        let plan = Plan::of(&[found], Some(&["NS".to_owned()])).expect("good splits");
        let mut now = live;
        for step in &plan.harmless {
            prop_assert!(!step.is_destructive());
            carry_out(&mut now, step);
        }
        let left = Plan::of(&[diff(&declared, &now)], None).expect("good splits");
        prop_assert_eq!(&left.harmless, &[]);
        for step in &plan.destructive {
            prop_assert!(step.is_destructive());
            carry_out(&mut now, step);
            prop_assert!(!now.families.is_empty());
        }
        prop_assert!(diff(&declared, &now).is_empty());
    }
}
