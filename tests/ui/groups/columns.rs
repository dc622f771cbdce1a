use hbase_schema::Columns;

#[derive(Columns)]
struct NameAgainstTheRules {
    #[column("streetName")]
    street: String,
}

#[derive(Columns)]
struct TwiceTheSameColumn {
    street: String,
    #[column("STREET")]
    other: String,
}

#[derive(Columns)]
struct TwoFieldsOfOneColumn {
    street_name: String,
    #[allow(non_snake_case)]
    streetName: String,
}

fn main() {}
