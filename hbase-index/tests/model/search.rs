//! The searches: all states depth-first, and the shortest path to a violation breadth-first.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::actions::Action;
use crate::case::Case;
use crate::hasher::{Seen, fingerprint};
use crate::world::{Violation, World};

/// The result of a search.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) violation: Violation,
    pub(crate) trace: Vec<Action>,
}

#[derive(Debug)]
pub(crate) struct Searched {
    pub(crate) states: usize,
    pub(crate) took: Duration,
    pub(crate) found: Option<Found>,
}

struct Frame {
    world: World,
    actions: Vec<Action>,
}

/// Visits every state, with 8 bytes of memory per state.
pub(crate) fn search_all(case: &Case) -> Searched {
    let start = Instant::now();
    let mut seen = Seen::new();
    let world = World::new(case);
    seen.insert(fingerprint(&world));
    let mut path: Vec<Action> = Vec::new();
    let mut stack = vec![frame(case, world)];
    let mut found = None;
    while let Some(top) = stack.last_mut() {
        let Some(action) = top.actions.pop() else {
            stack.pop();
            path.pop();
            continue;
        };
        let mut next = top.world.clone();
        if let Err(violation) = next.apply(case, action) {
            path.push(action);
            found = Some(Found {
                violation,
                trace: path,
            });
            break;
        }
        if seen.insert(fingerprint(&next)) {
            path.push(action);
            stack.push(frame(case, next));
        }
    }
    Searched {
        states: seen.len(),
        took: start.elapsed(),
        found,
    }
}

fn frame(case: &Case, world: World) -> Frame {
    let mut actions = Vec::new();
    world.actions(case, &mut actions);
    Frame { world, actions }
}

/// Visits states by their distance, until one violates an invariant.
pub(crate) fn search_shortest(case: &Case) -> Searched {
    let start = Instant::now();
    let mut seen = Seen::new();
    let world = World::new(case);
    seen.insert(fingerprint(&world));
    // For each state, the one before and the action between.
    let mut before: Vec<(usize, Option<Action>)> = vec![(0, None)];
    let mut queue = VecDeque::from([(0, world)]);
    let mut actions = Vec::new();
    let mut found = None;
    'states: while let Some((index, world)) = queue.pop_front() {
        actions.clear();
        world.actions(case, &mut actions);
        for &action in &actions {
            let mut next = world.clone();
            if let Err(violation) = next.apply(case, action) {
                let mut trace = trace_to(&before, index);
                trace.push(action);
                found = Some(Found { violation, trace });
                break 'states;
            }
            if seen.insert(fingerprint(&next)) {
                before.push((index, Some(action)));
                queue.push_back((before.len() - 1, next));
            }
        }
    }
    Searched {
        states: seen.len(),
        took: start.elapsed(),
        found,
    }
}

fn trace_to(before: &[(usize, Option<Action>)], mut index: usize) -> Vec<Action> {
    let mut trace = Vec::new();
    while let (previous, Some(action)) = before[index] {
        trace.push(action);
        index = previous;
    }
    trace.reverse();
    trace
}

/// The steps of a trace, each with the store after it.
pub(crate) fn print(case: &Case, found: &Found) -> String {
    let mut world = World::new(case);
    let mut text = format!("{:>24}  {}\n", "", store(&world));
    for action in &found.trace {
        let result = world.apply(case, *action);
        let _ = writeln!(text, "{:<50}  {}", format!("{action:?}"), store(&world));
        if let Err(violation) = result {
            let _ = writeln!(text, "=> {violation:?}");
        }
    }
    text
}

fn store(world: &World) -> String {
    let store = &world.store;
    let stamp = store.stamp.map(|stamp| (stamp.at, stamp.id));
    let entries = store.entries.map(|entry| (entry.put, entry.marker));
    format!(
        "row {}@{} deleted to {}, stamp {stamp:?}, entries (put, deleted to) {entries:?}",
        store.value, store.row.put, store.row.marker
    )
}
