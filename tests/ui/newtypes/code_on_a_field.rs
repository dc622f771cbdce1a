use hbase_schema::KeyPart;

#[derive(KeyPart, Debug)]
struct Phone(#[code = "P"] u64);

fn main() {}
