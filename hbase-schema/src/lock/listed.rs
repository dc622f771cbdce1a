//! The structs that a crate lists in `lock!`.

use std::marker::PhantomData;

use super::finding::Finding;
use super::search::Structs;
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

/// The change of a listed struct, as a type.
pub trait Found {
    /// The change.
    const FINDING: Finding;
}

/// A struct that reports its changes at its fields.
pub trait AtField<F> {
    /// Evaluated, it is a compile error if the struct changed: within the struct, so that the error is at the field.
    const REPORT: ();
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

impl<T: Table + AtField<Self>, L: IsLock> Listed<T, L> {
    /// The hash of the table's name.
    pub const NAME: u64 = T::LOCKED.name;

    /// The check.
    pub const CHECK: () = {
        if !L::LOCK.is_off && !L::LOCK.has(T::LOCKED) {
            report_change::<T, L>();
        }
    };
}

impl<T: Table, L: IsLock> Found for Listed<T, L> {
    const FINDING: Finding = {
        let listed = Structs {
            names: L::NAMES,
            schemas: L::STRUCTS,
        };
        L::LOCK.search(T::SCHEMA, listed)
    };
}

/// A function of its own: its const is evaluated only when it is called.
const fn report_change<T: Table + AtField<Listed<T, L>>, L: IsLock>() {
    let () = <T as AtField<Listed<T, L>>>::REPORT;
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
