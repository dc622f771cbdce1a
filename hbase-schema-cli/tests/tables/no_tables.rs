//! Nothing here is a table.

struct Call;
