use hbase_schema::KeyPart;

#[derive(KeyPart, Debug)]
struct Nothing;

fn main() {}
