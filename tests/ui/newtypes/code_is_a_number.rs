use hbase_schema::CellValue;

#[derive(CellValue, Clone, Copy)]
enum Level {
    #[code = 1]
    Low,
}

fn main() {}
