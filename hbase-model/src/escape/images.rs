//! The escaped forms of single characters, and the texts that they can form.

use super::Replacement;

/// The forms of all characters after some replacements. A text's form is the concatenation of its characters' forms.
pub(super) struct Images {
    /// The forms of the characters that are replaced; every other character is its own form.
    replaced: Vec<(char, Vec<char>)>,
}

/// A place in an escaped text: between two characters' forms, or within the form at this index, at this offset.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Between,
    Within(usize, usize),
}

impl Images {
    pub(super) fn of(replacements: &[Replacement]) -> Self {
        let mut replaced: Vec<(char, Vec<char>)> = Vec::new();
        for Replacement { from, to } in replacements {
            let to: Vec<char> = to.chars().collect();
            for (_, image) in &mut replaced {
                let chars = image.iter();
                *image = chars
                    .flat_map(|c| if c == from { to.clone() } else { vec![*c] })
                    .collect();
            }
            replaced.push((*from, to));
        }
        Self { replaced }
    }

    /// The characters that are replaced, with their forms.
    pub(super) fn replaced(&self) -> &[(char, Vec<char>)] {
        &self.replaced
    }

    /// The form of a character.
    pub(super) fn image(&self, of: char) -> Vec<char> {
        let mut replaced = self.replaced.iter();
        let found = replaced.find(|(from, _)| *from == of);
        found.map_or_else(|| vec![of], |(_, image)| image.clone())
    }

    /// Whether the escaped form of some text contains these characters.
    pub(super) fn contain(&self, word: &[char]) -> bool {
        !self.places_after(word).is_empty()
    }

    /// Whether the escaped form of some text ends with these characters.
    pub(super) fn end_with(&self, word: &[char]) -> bool {
        self.places_after(word).contains(&Place::Between)
    }

    /// The places in escaped texts after these characters.
    fn places_after(&self, word: &[char]) -> Vec<Place> {
        let mut places = vec![Place::Between];
        for (index, (_, image)) in self.replaced.iter().enumerate() {
            places.extend((1..image.len()).map(|at| Place::Within(index, at)));
        }
        for c in word {
            let mut next = Vec::new();
            for place in self.steps(&places, *c) {
                if !next.contains(&place) {
                    next.push(place);
                }
            }
            places = next;
        }
        places
    }

    /// The places after one more character.
    fn steps(&self, places: &[Place], c: char) -> Vec<Place> {
        let is_replaced = self.replaced.iter().any(|(from, _)| *from == c);
        let starts = (0..self.replaced.len()).map(|index| (index, 0));
        let mut next = Vec::new();
        for place in places {
            match place {
                Place::Within(index, at) => next.extend(self.step(*index, *at, c)),
                Place::Between => {
                    next.extend((!is_replaced).then_some(Place::Between));
                    next.extend(starts.clone().filter_map(|(i, at)| self.step(i, at, c)));
                }
            }
        }
        next
    }

    /// The place after this character of one form, if it has it there.
    fn step(&self, index: usize, at: usize, c: char) -> Option<Place> {
        let (_, image) = &self.replaced[index];
        (image.get(at) == Some(&c)).then(|| {
            if at + 1 == image.len() {
                Place::Between
            } else {
                Place::Within(index, at + 1)
            }
        })
    }
}
