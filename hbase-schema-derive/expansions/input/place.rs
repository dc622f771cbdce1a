/// Where something is.
pub struct Place {
    /// The cell.
    pub cell: u32,
    /// The area, if known.
    #[column("AREA", default)]
    pub area: u32,
}
