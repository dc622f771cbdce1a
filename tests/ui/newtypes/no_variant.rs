use hbase_schema::KeyPart;

#[derive(KeyPart, Debug)]
enum Never {}

fn main() {}
