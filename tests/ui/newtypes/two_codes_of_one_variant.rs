use hbase_schema::CellValue;

#[derive(CellValue, Clone, Copy)]
enum Level {
    #[code = "L"]
    #[code = "l"]
    Low,
}

fn main() {}
