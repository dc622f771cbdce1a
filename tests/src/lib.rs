//! What the macro rejects and what it must accept: the test `ui` runs the cases beside it.
