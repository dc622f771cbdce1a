use hbase_schema::KeyPart;

#[derive(KeyPart, Debug)]
#[key_part(fixed = 11)]
struct Phone(String);

fn main() {}
