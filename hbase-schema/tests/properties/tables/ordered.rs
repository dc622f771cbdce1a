//! `OrderedBytes`, in both orders.

use crate::case::case;
use crate::values;

case! {
    #[table("DLQX:ORDERED_TABLE")]
    Ordered / OrderedKey {
        #[rowkey(ordered)] number: i32 = values::i32(),
        #[rowkey(ordered)] text: String = values::word(),
        #[rowkey(ordered)] raw: Vec<u8> = values::bytes(),
        #[rowkey(ordered)] float: f64 = values::float(),
        #[rowkey(ordered)] last: i8 = values::i8(),
    }
    lossy = false
    |p, q| [
        (Ordered::scan().number(p.number..=q.number), |r| (p.number..=q.number).contains(&r.number)),
        (Ordered::scan().number(p.number).text(&p.text), |r| {
            r.number == p.number && r.text == p.text
        }),
        (Ordered::scan().number(p.number).text(p.text.as_str()..q.text.as_str()), |r| {
            r.number == p.number && p.text <= r.text && r.text < q.text
        }),
        (Ordered::scan().number(p.number).text(&p.text).raw(&q.raw), |r| {
            r.number == p.number && r.text == p.text && r.raw == q.raw
        }),
        (Ordered::scan().number(p.number).text(&p.text).raw(&p.raw).float(..q.float), |r| {
            (r.number, &r.text, &r.raw) == (p.number, &p.text, &p.raw)
                && r.float.total_cmp(&q.float).is_lt()
        }),
        (Ordered::scan().number(p.number).text(&p.text).raw(&p.raw).float(p.float).last(p.last..), |r| {
            (r.number, &r.text, &r.raw) == (p.number, &p.text, &p.raw)
                && r.float.total_cmp(&p.float).is_eq()
                && r.last >= p.last
        }),
    ]
}

case! {
    #[table("DLQX:DESCENDING")]
    Descending / DescendingKey {
        #[rowkey(ordered, desc)] text: String = values::word(),
        #[rowkey(ordered, desc)] raw: Vec<u8> = values::bytes(),
        #[rowkey(ordered, desc)] number: i64 = values::i64(),
        #[rowkey(ordered, desc)] short: i16 = values::i16(),
    }
    lossy = false
    |p, q| [
        (Descending::scan().text(&p.text), |r| r.text == p.text),
        (Descending::scan().text(p.text.as_str()..q.text.as_str()), |r| {
            p.text <= r.text && r.text < q.text
        }),
        (Descending::scan().text(p.text.as_str()..=q.text.as_str()), |r| {
            p.text <= r.text && r.text <= q.text
        }),
        (Descending::scan().text(&p.text).raw(&q.raw), |r| {
            r.text == p.text && r.raw == q.raw
        }),
        (Descending::scan().text(&p.text).raw(&p.raw).number(p.number..q.number), |r| {
            r.text == p.text && r.raw == p.raw && (p.number..q.number).contains(&r.number)
        }),
        (Descending::scan().text(&p.text).raw(&p.raw).number(p.number).short(..=q.short), |r| {
            (&r.text, &r.raw, r.number) == (&p.text, &p.raw, p.number) && r.short <= q.short
        }),
    ]
}
