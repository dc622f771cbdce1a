//! Cells inside messages.

messages! {
    /// A cell, on a connection without cell blocks.
    message Cell {
        optional bytes row = 1;
        optional bytes family = 2;
        optional bytes qualifier = 3;
        optional uint64 timestamp = 4;
        optional enumeration(CellType) cell_type = 5;
        optional bytes value = 6;
        optional bytes tags = 7;
    }

    /// Kinds of cells; the numbers are those of the cell blocks.
    enumeration CellType {
        Minimum = 0;
        Put = 4;
        Delete = 8;
        DeleteFamilyVersion = 10;
        DeleteColumn = 12;
        DeleteFamily = 14;
        Maximum = 255;
    }
}
