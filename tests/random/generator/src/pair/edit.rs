//! A change of a table, as data.

use fastrand::Rng;

use crate::spec::Table;

/// A change of a table.
#[derive(Clone, Copy, Debug)]
pub struct Edit {
    /// Its name.
    pub name: &'static str,
    /// The class that a lock must have for it; empty if no fact changes.
    pub class: &'static str,
    /// Changes the table, unless the change is not possible there.
    pub(super) apply: fn(&mut Table, &mut Rng) -> Option<()>,
}

/// A change.
pub(super) const fn edit(
    name: &'static str,
    class: &'static str,
    apply: fn(&mut Table, &mut Rng) -> Option<()>,
) -> Edit {
    Edit { name, class, apply }
}
