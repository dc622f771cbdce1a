//! The table, and the body of a request.

use hbase_schema::{HTable, Timestamp};
use serde::{Deserialize, Serialize};

use crate::params::{Device, Time};

/// One reading of one device. The key is text: `d7_20151226122400000`.
#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:DEVICE_READINGS")]
#[rowkey(separator = "_")]
#[family("D1", ttl = "1825d")]
pub struct Reading {
    /// The device's name: without `_`, as [`Device`] checks.
    #[rowkey(max = 32)]
    pub device: String,
    /// The time of the reading, in milliseconds.
    #[rowkey(fixed = 17)]
    pub at: Timestamp,
    /// The temperature in °C.
    pub celsius: f64,
    /// The relative humidity in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humidity: Option<f64>,
}

/// A reading as a client sends it: the device is in the path.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct NewReading {
    /// The time of the reading.
    pub at: Time,
    /// The temperature in °C.
    pub celsius: f64,
    /// The relative humidity in percent.
    pub humidity: Option<f64>,
}

impl NewReading {
    /// The row of a device.
    #[must_use]
    pub fn of(self, Device(device): Device) -> Reading {
        Reading {
            device,
            at: self.at.0,
            celsius: self.celsius,
            humidity: self.humidity,
        }
    }
}
