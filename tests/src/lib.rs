//! What the macro refuses and what it must take: the test `ui` runs the cases beside it.
