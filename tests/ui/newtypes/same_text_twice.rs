use hbase_schema::CellValue;

#[derive(CellValue, Clone, Copy)]
enum Level {
    #[code = "L"]
    Low,
    #[code = "L"]
    Little,
}

fn main() {}
