//! Skip scans of tables with many salt values, or with salts of one and of two digits.

use hbase_schema::{HTable, any as open};
use proptest::collection::vec;
use proptest::prelude::*;

use super::{Stored, runtime, skip_scans};
use crate::runs::run;
use crate::values;

/// Too many salt values to list them.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:WIDE_SALT")]
#[rowkey(salt = md5(5))]
#[family("D1")]
struct WideSalt {
    #[rowkey]
    hour: u16,
    #[rowkey(salt)]
    user: u32,
    cell: u8,
}

fn wide() -> impl Strategy<Value = WideSalt> {
    let row = |(hour, user)| WideSalt {
        hour,
        user,
        cell: 0,
    };
    (values::u16(), values::u32()).prop_map(row)
}

skip_scans! {
    wide_salt: 60 cases, WideSalt of wide();
    |p, q| [
        (WideSalt::scan().any_salt().hour(p.hour), |r| r.hour == p.hour),
        (WideSalt::scan().any_salt().hour(p.hour..q.hour), |r| (p.hour..q.hour).contains(&r.hour)),
        (WideSalt::scan().any_salt().hour(..), |_r| true),
        (WideSalt::scan().any_salt().hour(p.hour).user(q.user..), |r| {
            r.hour == p.hour && r.user >= q.user
        }),
        (WideSalt::scan().any_salt().hour(open()).user(p.user), |r| r.user == p.user),
        (WideSalt::scan().any_salt().hour(open()).user(p.user..=q.user), |r| {
            (p.user..=q.user).contains(&r.user)
        }),
    ]
}

/// Salts of one and of two digits.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:NARROW_SALT")]
#[rowkey(salt = region_number(11, width = 1), separator = "_")]
#[family("D1")]
struct NarrowSalt {
    #[rowkey(salt, fixed = 4)]
    phone: String,
    #[rowkey(fixed = 2)]
    hour: u8,
    cell: u8,
}

fn narrow() -> impl Strategy<Value = NarrowSalt> {
    let row = |(phone, hour)| NarrowSalt {
        phone,
        hour,
        cell: 0,
    };
    (values::exactly(4, "019"), 0_u8..24).prop_map(row)
}

skip_scans! {
    narrow_salt: 60 cases, NarrowSalt of narrow();
    |p, q| [
        (NarrowSalt::scan().phone(open()).hour(p.hour), |r| r.hour == p.hour),
        (NarrowSalt::scan().any_salt().phone(open()).hour(p.hour), |r| r.hour == p.hour),
        (NarrowSalt::scan().any_salt().phone(open()).hour(p.hour..q.hour), |r| {
            (p.hour..q.hour).contains(&r.hour)
        }),
        (NarrowSalt::scan().any_salt().phone(&p.phone[..]).hour(..q.hour), |r| {
            r.phone == p.phone && r.hour < q.hour
        }),
        (NarrowSalt::scan().any_salt().phone(p.phone.as_str()..=q.phone.as_str()), |r| {
            (&p.phone..=&q.phone).contains(&&r.phone)
        }),
    ]
}
