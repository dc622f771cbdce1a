use hbase_schema::CellValue;

#[derive(CellValue)]
struct Point {
    x: u32,
    y: u32,
}

fn main() {}
