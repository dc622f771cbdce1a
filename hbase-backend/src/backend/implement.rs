//! The macro with which backends implement the calls.

/// Writes the methods of calls in an `impl Backend`: each is the call's name, the names of its arguments, and a
/// future of its result, as in `get(self, table, get, deadline) => self.get_row(table, get, deadline);`.
///
/// The list of calls has the signatures. The types in them must be in scope.
#[macro_export]
macro_rules! calls {
    ($($call:ident($($argument:ident),*) => $future:expr;)*) => {
        $($crate::call! { $call($($argument),*) => $future })*
    };
}
