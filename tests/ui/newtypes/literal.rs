use hbase_schema::CellValue;

#[derive(CellValue)]
#[cell_value("PHONE")]
struct Phone(String);

fn main() {}
