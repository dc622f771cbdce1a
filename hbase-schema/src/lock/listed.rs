//! The structs that a crate lists in `lock!`.

use std::marker::PhantomData;

use super::text::Lock;
use crate::schema::TableSchema;
use crate::table::Table;

/// A crate's lock, as a type.
pub trait IsLock {
    /// The lock.
    const LOCK: Lock;

    /// The hashes of the tables' names, for each listed struct.
    const NAMES: &'static [u64];

    /// The listed structs. Their schemas are evaluated only if one changed: that takes longer than all comparisons.
    const STRUCTS: &'static [&'static TableSchema];
}

/// A struct that can be compared with the lock `L`.
pub trait Locked<L> {
    /// The hash of the table's name.
    const NAME: u64;

    /// The fingerprint of the struct's facts.
    const FINGERPRINT: u64;

    /// Evaluated, it is a compile error if the struct changed: within the struct, so that the error is at the field.
    const CHECK: ();
}

/// A struct that derives `HTable`, also one with errors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table, and cannot be locked",
    label = "does not derive `HTable`",
    note = "list each struct that derives `HTable`, a generic one with its types"
)]
pub trait Declared {}

/// Checks that a listed type derives `HTable`.
pub const fn is_declared<T: Declared>() {}

/// The comparison of a listed struct. A struct with errors, which are already reported, has none.
pub struct Listed<T, L>(PhantomData<(T, L)>);

impl<T: Table + Locked<L>, L: IsLock> Listed<T, L> {
    /// The hash of the table's name.
    pub const NAME: u64 = T::NAME;

    /// The check.
    pub const CHECK: () = T::CHECK;
}

impl<T: Table, L> Listed<T, L> {
    /// The schema.
    pub const SCHEMA: &'static TableSchema = T::SCHEMA;
}

/// The items of [`Listed`] for a struct with errors.
pub trait Unlisted {
    /// No name.
    const NAME: u64 = 0;

    /// No check.
    const CHECK: () = ();

    /// A table without columns.
    const SCHEMA: &'static TableSchema = crate::stand_in::SCHEMA;
}

impl<T, L> Unlisted for Listed<T, L> {}
