//! `bi.dpdim_imei_dpid_mapping`.

use hbase_schema::HTable;
use serde::Serialize;

use super::sample;

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("bi.dpdim_imei_dpid_mapping", naming = hbase, rename_all = "snake_case")]
#[family("dim")]
pub struct Device {
    #[rowkey]
    pub imei: String,
    #[column(text)]
    pub dpid: u64,
}

sample!(Device, {
    let device = |(imei, dpid): (&str, u64)| Self {
        imei: imei.into(),
        dpid,
    };
    let known = ("352784041181135", 4_369_382_019_346_202_985);
    [
        known,
        ("000000000000000", 0),
        ("352784041181136", u64::MAX),
        ("1", 10),
    ]
    .map(device)
    .into()
});
