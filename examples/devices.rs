//! Numbers of devices: `cargo run --bin devices [URL]`.
//!
//! The table `bi.dpdim_imei_dpid_mapping` was created elsewhere, under `HBase`'s own naming rules:
//! lower case, a dot, a family `dim`. `naming = hbase` accepts such names.
//!
//! Key: an IMEI, 15 digits of text. IMEIs are distributed well enough without a salt. Value:
//! `dim:dpid`, a number as decimal text, because scripts write it.
//!
//! Queries: the number of an IMEI; the numbers of many; all devices of one model, whose IMEIs share
//! a prefix.

use hbase_schema::{Connection, HTable, prefix};
use hbase_schema_examples::{Dice, Outcome, create, expect, open};

/// One device.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("bi.dpdim_imei_dpid_mapping", naming = hbase, rename_all = "snake_case")]
#[family("dim")]
struct Device {
    #[rowkey]
    imei: String,
    #[column(text)]
    dpid: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    println!("{}", Device::DDL);
    create::<Device>(&db).await?;
    let devices = made_up();
    let written = db.put_many(&devices).await?;
    println!("{written} devices written");

    one(&db).await?;
    many(&db, &devices).await?;
    of_a_model(&db, &devices).await
}

/// By key, and the bytes of the cell.
async fn one(db: &Connection) -> Outcome {
    let imei = "352784041181135".to_owned();
    let key = DeviceKey { imei };
    let found = db.get(&key).columns(Device::DPID).await?;
    println!("\n{} is {}", key.imei, shown(found));
    expect("one device", found, Some(4_369_382_019_346_202_985))?;

    let row = db.get_raw(&key).await?;
    let cell = row.as_ref().and_then(|row| row.value(b"dim", b"dpid"));
    expect("its cell", cell, Some(b"4369382019346202985".as_slice()))
}

/// By many keys at once, in the order of the keys; one of them has no row.
async fn many(db: &Connection, devices: &[Device]) -> Outcome {
    let mut keys: Vec<DeviceKey> = devices.iter().step_by(500).map(Device::key).collect();
    let imei = "000000000000000".to_owned();
    keys.push(DeviceKey { imei });
    let found: Vec<Option<Device>> = db.get_many(&keys).await?;
    println!("\n{} keys:", keys.len());
    for (key, device) in keys.iter().zip(&found) {
        let dpid = device.as_ref().map(|device| device.dpid);
        println!("  {} is {}", key.imei, shown(dpid));
    }
    let mut right: Vec<_> = devices.iter().step_by(500).cloned().map(Some).collect();
    right.push(None);
    expect("many devices", found, right)
}

/// All IMEIs with a prefix: one scan, from the prefix to its successor.
async fn of_a_model(db: &Connection, devices: &[Device]) -> Outcome {
    let model = Device::scan().imei(prefix("35278404"));
    let count = db.scan(model).count().await?;
    println!("\nDevices of the model 35278404: {count}");
    let right = devices
        .iter()
        .filter(|device| device.imei.starts_with("35278404"));
    expect("devices of a model", count, u64::try_from(right.count())?)
}

fn shown(dpid: Option<u64>) -> String {
    dpid.map_or_else(|| "not there".to_owned(), |dpid| dpid.to_string())
}

/// 2000 devices of five models.
fn made_up() -> Vec<Device> {
    let mut dice = Dice::new(15);
    let mut devices = vec![Device {
        imei: "352784041181135".to_owned(),
        dpid: 4_369_382_019_346_202_985,
    }];
    devices.extend((1..2000_u64).map(|n| {
        let model = dice.one_of(&["35278404", "35278405", "35332510", "86072003", "99000088"]);
        let dpid = u64::from(dice.below(u32::MAX)) << 20 | n;
        // The last digits are a counter, so that devices are distinct.
        Device {
            imei: format!("{model}{n:07}"),
            dpid,
        }
    }));
    devices
}
