use hbase_schema::Columns;

#[derive(Columns)]
struct Empty {}

#[derive(Columns)]
enum Enum {
    Street,
}

#[derive(Columns)]
#[columns("ADDRESS")]
struct Literal {
    street: String,
}

#[derive(Columns)]
struct TupleStruct(String);

fn main() {}
