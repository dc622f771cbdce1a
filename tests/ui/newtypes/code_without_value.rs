use hbase_schema::CellValue;

#[derive(CellValue, Clone, Copy)]
enum Level {
    #[code]
    Low,
}

fn main() {}
