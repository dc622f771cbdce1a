use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
#[index("DLQX:RIDES_BY_KEY", fields(bike, desc(at)))]
#[index("DLQX:RIDES_BY_RIDER", fields(rider, desc(missing)))]
#[index("DLQX:RIDES_BY_STATE", fields(state, at), buckets(1))]
#[index("DLQX:RIDES_BY_METRES", fields(metres, at), buckets(8), splits = uniform(4))]
struct Ride {
    #[rowkey]
    bike: u32,
    #[rowkey]
    at: Timestamp,
    rider: String,
    state: u8,
    metres: u32,
}

#[derive(HTable)]
#[table("DLQX:BIKE_DATA")]
#[family("D1")]
struct Bike {
    #[rowkey]
    #[index("DLQX:BIKES_BY_ID", desc)]
    id: u32,
    #[index("DLQX:BIKES_BY_OWNER", desc = true, buckets(300))]
    owner: String,
}

fn main() {}
