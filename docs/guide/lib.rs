//! The guide in `docs/src` and the README as tests.
//!
//! - Each Rust block is a documentation test of this crate: it compiles, runs and asserts.
//! - Each `console` block is a session: [`replay()`] runs its commands and compares what they print.
//!   A block after a line that ends with a file's name and a colon is that file.

#[cfg(test)]
mod copied;
#[cfg(test)]
mod error_kinds;
mod replay;
#[cfg(test)]
mod retries;
mod session;

pub use replay::replay;
pub use session::{Programs, Session};

/// A page of the guide.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Its path below the root of the workspace.
    pub path: &'static str,
    /// Its Markdown.
    pub text: &'static str,
}

/// Declares the pages; documentation tests are named by them.
macro_rules! pages {
    ($($name:ident = $path:literal;)*) => {
        /// The README and every chapter, in the order of the table of contents.
        pub const PAGES: &[Page] = &[
            $(Page { path: $path, text: include_str!(concat!("../../", $path)) }),*
        ];

        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../", $path))]
            mod $name {}
        )*
    };
}

pages! {
    readme = "README.md";
    introduction = "docs/src/introduction.md";
    getting_started = "docs/src/getting-started.md";
    keys = "docs/src/keys.md";
    own_encodings = "docs/src/own-encodings.md";
    scans = "docs/src/scans.md";
    cells = "docs/src/cells.md";
    versions = "docs/src/versions.md";
    wide_rows = "docs/src/wide-rows.md";
    dated_tables = "docs/src/dated-tables.md";
    java = "docs/src/java.md";
    testing = "docs/src/testing.md";
    lock = "docs/src/lock.md";
    migrations = "docs/src/migrations.md";
    import = "docs/src/import.md";
    production = "docs/src/production.md";
    secured = "docs/src/secured.md";
    embedded = "docs/src/embedded.md";
    options = "docs/src/options.md";
    policy_format = "docs/src/policy-format.md";
    promises = "docs/src/promises.md";
    comparison = "docs/src/comparison.md";
    scope = "docs/src/scope.md";
}

/// The examples in the docs of the derives.
#[cfg(doctest)]
mod derives {
    #[doc = include_str!("../../hbase-schema-derive/OPTIONS.md")]
    mod options {}
    #[doc = include_str!("../../hbase-schema-derive/docs/key_part.md")]
    mod key_part {}
    #[doc = include_str!("../../hbase-schema-derive/docs/cell_value.md")]
    mod cell_value {}
}
