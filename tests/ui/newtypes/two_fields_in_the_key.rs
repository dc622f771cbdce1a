use hbase_schema::KeyPart;

#[derive(KeyPart, Debug)]
struct Phone(u16, u64);

fn main() {}
