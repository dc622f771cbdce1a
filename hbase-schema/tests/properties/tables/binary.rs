//! Binary keys: integers, floats, truth values, bytes.

use hbase_schema::model::PartValue;
use hbase_schema::prefix;
use proptest::prelude::any;

use crate::case::{ToValue, case};
use crate::values;

case! {
    #[table("DLQX:NUMBERS_TABLE", allow(hotspot))]
    Numbers / NumbersKey {
        #[rowkey] small: u8 = values::u8(),
        #[rowkey] signed: i32 = values::i32(),
        #[rowkey(desc)] down: i16 = values::i16(),
        #[rowkey] yes: bool = any::<bool>(),
        #[rowkey] float: f64 = values::float(),
        #[rowkey(desc)] big: u64 = values::u64(),
    }
    lossy = false
    |p, q| [
        (Numbers::scan().small(p.small), |r| r.small == p.small),
        (Numbers::scan().small(p.small..q.small), |r| (p.small..q.small).contains(&r.small)),
        (Numbers::scan().small(..=q.small), |r| r.small <= q.small),
        (Numbers::scan().small(p.small).signed(p.signed..), |r| {
            r.small == p.small && r.signed >= p.signed
        }),
        (Numbers::scan().small(p.small).signed(p.signed).down(p.down..=q.down), |r| {
            r.small == p.small && r.signed == p.signed && (p.down..=q.down).contains(&r.down)
        }),
        (Numbers::scan().small(p.small).signed(p.signed).down(..q.down), |r| {
            r.small == p.small && r.signed == p.signed && r.down < q.down
        }),
        (Numbers::scan().small(p.small).signed(p.signed).down(p.down).yes(q.yes), |r| {
            r.small == p.small && r.signed == p.signed && r.down == p.down && r.yes == q.yes
        }),
        (
            Numbers::scan()
                .small(p.small)
                .signed(p.signed)
                .down(p.down)
                .yes(p.yes)
                .float(p.float..q.float),
            |r| {
                (r.small, r.signed, r.down, r.yes) == (p.small, p.signed, p.down, p.yes)
                    && r.float >= p.float
                    && r.float < q.float
            }
        ),
        (
            Numbers::scan()
                .small(p.small)
                .signed(p.signed)
                .down(p.down)
                .yes(p.yes)
                .float(p.float)
                .big((
                    std::ops::Bound::Excluded(p.big),
                    std::ops::Bound::Unbounded,
                )),
            |r| {
                (r.small, r.signed, r.down, r.yes) == (p.small, p.signed, p.down, p.yes)
                    && r.float.partial_cmp(&p.float) == Some(std::cmp::Ordering::Equal)
                    && r.big > p.big
            }
        ),
        (
            Numbers::scan()
                .small(p.small)
                .signed(p.signed)
                .down(p.down)
                .yes(p.yes)
                .float(p.float)
                .big(p.big),
            |r| *r == p
        ),
        (Numbers::scan().all(), |_r| true),
    ]
}

case! {
    #[table("DLQX:JAVA_NUMBERS")]
    Javas / JavasKey {
        #[rowkey(java)] id: u32 = values::u32(),
        #[rowkey(java)] signed: i32 = values::i32(),
        #[rowkey(java, desc)] down: u16 = values::u16(),
        #[rowkey] rest: Vec<u8> = values::bytes(),
    }
    lossy = false
    |p, q| [
        (Javas::scan().id(p.id..q.id), |r| (p.id..q.id).contains(&r.id)),
        (Javas::scan().id(p.id).signed(p.signed), |r| r.id == p.id && r.signed == p.signed),
        (Javas::scan().id(p.id).signed(p.signed).down(p.down..), |r| {
            r.id == p.id && r.signed == p.signed && r.down >= p.down
        }),
        (Javas::scan().id(p.id).signed(p.signed).down(p.down).rest(&p.rest), |r| *r == p),
        (Javas::scan().id(p.id).signed(p.signed).down(p.down).rest(p.rest.clone()..q.rest.clone()), |r| {
            (r.id, r.signed, r.down) == (p.id, p.signed, p.down) && p.rest <= r.rest && r.rest < q.rest
        }),
        (Javas::scan().id(p.id).signed(p.signed).down(p.down).rest(..=q.rest.clone()), |r| {
            (r.id, r.signed, r.down) == (p.id, p.signed, p.down) && r.rest <= q.rest
        }),
        (Javas::scan().id(p.id).signed(p.signed).down(p.down).rest(prefix(&*q.rest)), |r| {
            (r.id, r.signed, r.down) == (p.id, p.signed, p.down) && r.rest.starts_with(&q.rest)
        }),
    ]
}

fn array() -> impl proptest::strategy::Strategy<Value = [u8; 3]> {
    proptest::array::uniform3(proptest::sample::select(vec![0_u8, 1, 0x7f, 0xfe, 0xff]))
}

case! {
    #[table("DLQX:ARRAYS_TABLE")]
    #[rowkey(salt = md5(1))]
    Arrays / ArraysKey {
        #[rowkey(desc, salt)] down: [u8; 3] = array(),
        #[rowkey] up: [u8; 3] = array(),
        #[rowkey(fixed = 3, desc)] text: String = values::exactly(3, "a0~\x7f\0"),
        #[rowkey(fixed = 2)] raw: Vec<u8> = proptest::collection::vec(values::u8(), 2..3),
    }
    lossy = false
    |p, q| [
        (Arrays::scan().down(p.down), |r| r.down == p.down),
        (Arrays::scan().down(p.down..q.down), |r| p.down <= r.down && r.down < q.down),
        (Arrays::scan().down(p.down).up(p.up..=q.up), |r| {
            r.down == p.down && p.up <= r.up && r.up <= q.up
        }),
        (Arrays::scan().down(p.down).up(prefix(&q.up[..2])), |r| {
            r.down == p.down && r.up[..2] == q.up[..2]
        }),
        (Arrays::scan().down(p.down).up(p.up).text(p.text.as_str()..q.text.as_str()), |r| {
            r.down == p.down && r.up == p.up && p.text <= r.text && r.text < q.text
        }),
        (Arrays::scan().down(p.down).up(p.up).text(&p.text).raw(p.raw.clone()..), |r| {
            r.down == p.down && r.up == p.up && r.text == p.text && r.raw >= p.raw
        }),
        (Arrays::scan().down(p.down).up(p.up).text(&p.text).raw(prefix(&q.raw[..1])), |r| {
            r.down == p.down && r.up == p.up && r.text == p.text && r.raw[0] == q.raw[0]
        }),
    ]
}

/// The interpreter knows a type's own bytes only.
impl ToValue for Option<u16> {
    fn to_value(&self) -> PartValue {
        let number = self.unwrap_or(0).to_be_bytes();
        PartValue::Bytes([&[u8::from(self.is_some())][..], &number].concat())
    }
}

impl ToValue for Option<String> {
    fn to_value(&self) -> PartValue {
        PartValue::Bytes(match self {
            Some(text) => [b"\x01", text.as_bytes()].concat(),
            None => vec![0],
        })
    }
}

case! {
    #[table("DLQX:OPTIONS_TABLE")]
    Options / OptionsKey {
        #[rowkey] id: u8 = values::u8(),
        #[rowkey] number: Option<u16> = proptest::option::of(values::u16()),
        #[rowkey] text: Option<String> = proptest::option::of(values::text()),
    }
    lossy = false
    |p, q| [
        (Options::scan().id(p.id), |r| r.id == p.id),
        (Options::scan().id(p.id).number(q.number), |r| r.id == p.id && r.number == q.number),
        (Options::scan().id(p.id).number(p.number).text(&q.text), |r| {
            (r.id, r.number, &r.text) == (p.id, p.number, &q.text)
        }),
    ]
}
