//! Random choices, each of a feature's values, which are remembered.

use fastrand::Rng;

use crate::features::Feature;

/// A source of random choices.
#[derive(Debug)]
pub struct Draw {
    /// Random numbers for what is no feature.
    pub rng: Rng,
    chosen: Vec<(&'static str, &'static str)>,
}

impl Draw {
    /// Choices of a seed: the same for the same seed.
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give similar numbers.
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

    /// Chooses the feature's first value, which is the plain one, in all but one of `rarity` cases.
    pub fn rarely(&mut self, feature: &'static Feature, rarity: u32) -> &'static str {
        if self.rng.u32(..rarity) == 0 {
            self.any(feature)
        } else {
            let plain = feature.values[0].name;
            self.among(feature, |name| name == plain)
        }
    }

    /// Whether the one case of `rarity` occurs.
    pub fn one_in(&mut self, rarity: u32) -> bool {
        self.rng.u32(..rarity) == 0
    }

    /// One of `items`.
    ///
    /// # Panics
    /// Without items.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.rng.usize(..items.len())]
    }

    /// Makes something, and forgets its choices if they do not fit together.
    pub fn attempt<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.chosen.len();
        let made = make(self);
        if made.is_none() {
            self.chosen.truncate(before);
        }
        made
    }

    /// The feature values that were chosen, each once.
    pub fn into_chosen(mut self) -> Vec<(&'static str, &'static str)> {
        self.chosen.sort_unstable();
        self.chosen.dedup();
        self.chosen
    }
}
