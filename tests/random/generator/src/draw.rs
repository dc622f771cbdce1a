//! Makes random choices, and records the chosen feature values.

use fastrand::Rng;

use crate::features::Feature;

/// A source of random choices.
#[derive(Debug)]
pub struct Draw {
    /// Random numbers for choices that are not features.
    pub rng: Rng,
    chosen: Vec<(&'static str, &'static str)>,
}

impl Draw {
    /// Makes the choices of a seed. They depend only on the seed.
    pub fn new(seed: u64) -> Self {
        // Adjacent seeds must not produce similar numbers.
        let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            rng: Rng::with_seed(mixed),
            chosen: Vec::new(),
        }
    }

    /// Chooses one of the feature's values that are allowed here.
    ///
    /// # Panics
    /// If no value is allowed.
    pub fn among(
        &mut self,
        feature: &'static Feature,
        is_allowed: impl Fn(&str) -> bool,
    ) -> &'static str {
        let allowed: Vec<_> = feature
            .values
            .iter()
            .map(|value| value.name)
            .filter(|name| is_allowed(name))
            .collect();
        let Some(name) = self.rng.choice(allowed) else {
            panic!("no value of the feature `{}` is allowed", feature.name);
        };
        self.chosen.push((feature.name, name));
        name
    }

    /// Chooses one of the feature's values.
    pub fn any(&mut self, feature: &'static Feature) -> &'static str {
        self.among(feature, |_| true)
    }

    /// Chooses any of the feature's values in one of `rarity` cases; otherwise the first value, which is the simplest.
    pub fn rarely(&mut self, feature: &'static Feature, rarity: u32) -> &'static str {
        if self.rng.u32(..rarity) == 0 {
            self.any(feature)
        } else {
            let plain = feature.values[0].name;
            self.among(feature, |name| name == plain)
        }
    }

    /// Returns `true` in one of `rarity` cases.
    pub fn one_in(&mut self, rarity: u32) -> bool {
        self.rng.u32(..rarity) == 0
    }

    /// Chooses one of `items`.
    ///
    /// # Panics
    /// If `items` is empty.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.rng.usize(..items.len())]
    }

    /// Calls `make`, and discards its recorded choices if it returns `None`.
    pub fn attempt<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.chosen.len();
        let made = make(self);
        if made.is_none() {
            self.chosen.truncate(before);
        }
        made
    }

    /// The chosen feature values, without duplicates.
    pub fn into_chosen(mut self) -> Vec<(&'static str, &'static str)> {
        self.chosen.sort_unstable();
        self.chosen.dedup();
        self.chosen
    }
}
