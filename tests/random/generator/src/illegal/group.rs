//! Rules of groups of columns.

use super::rules;

rules! {
    Group |_, group| group.options.is_none(), "#[columns(allow(families))]" => "has no effect on a group of columns";
    Group |_, group| group.options.is_none(), "#[columns(allow(name_length))]" => "`allow(name_length)` has no effect on a group of columns";
    Group |_, _| true, "#[table(\"RANDOM:GROUP\")]" => "has no place in a group of columns";
    Group |_, _| true, "pub struct Group {}" => "`Group` has no column: a group of columns needs at least one";
    Group |_, _| true, "#[column(flatten)] pub inner: Group1," => "`flatten` within a group of columns";
    Group |_, _| true, "#[column(dynamic)] pub inner: Dynamic<String, u32>," => "`dynamic` within a group of columns";
    Group |_, _| true, "#[column(\"SAME\")] pub stray: u8, #[column(\"SAME\")] pub other: u8," => "duplicate column `SAME`";
}
