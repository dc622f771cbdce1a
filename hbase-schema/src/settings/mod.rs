//! Settings: names, sources and values.

/// Declares settings: a constant for each name, the list of all names, and a macro that expands to
/// their table in the docs.
macro_rules! declare {
    ($table:ident: $($id:ident = $name:literal, $meaning:literal, $default:literal;)*) => {
        $(pub(super) const $id: &str = $name;)*

        pub(super) const NAMES: &[&str] = &[$($id),*];

        macro_rules! $table {
            () => {
                concat!(
                    "| setting | meaning | default |\n|---|---|---|",
                    $("\n| `", $name, "` | ", $meaning, " | ", $default, " |"),*
                )
            };
        }
        pub(super) use $table;
    };
}

mod cluster;
mod error;
#[cfg(any(feature = "properties", feature = "hbase-site"))]
mod file;
mod layers;
mod names;
mod native;
#[cfg(feature = "properties")]
mod properties;
mod security;
#[cfg(feature = "hbase-site")]
mod site;
mod store;
mod value;

pub use error::SettingsError;
pub use layers::{Setting, Settings};
pub(crate) use names::{check_names, check_parameters};
pub(crate) use native::NativeSettings;
#[cfg(feature = "native")]
pub(crate) use native::TlsFiles;
#[cfg(feature = "kerberos")]
pub(crate) use security::Protection;
#[cfg(feature = "native")]
pub(crate) use security::SecuritySettings;
pub(crate) use security::TokenBytes;
pub(crate) use store::StoreSettings;
