use hbase_schema::CellValue;

#[derive(CellValue, Clone, Copy)]
#[repr(u8)]
enum Level {
    Low = 1,
    Other(u8),
}

fn main() {}
