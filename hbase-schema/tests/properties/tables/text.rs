//! Text keys: parts closed by separators, padded, backwards, as plain digits.

use hbase_schema::{Sequence, Timestamp, prefix};

use crate::case::case;
use crate::values;

case! {
    #[table("DLQX:MAIL_TABLE")]
    #[rowkey(separator = "-")]
    Mail / MailKey {
        #[rowkey] user: String = values::text(),
        #[rowkey(fixed = 8)] day: Timestamp = values::day(),
        #[rowkey] message: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Mail::scan().user(&p.user), |r| r.user == p.user),
        (Mail::scan().user(prefix(&p.user)), |r| r.user.starts_with(&p.user)),
        (Mail::scan().user(p.user.as_str()).day(q.day), |r| r.user == p.user && r.day == q.day),
        (Mail::scan().user(&p.user).day(p.day..q.day), |r| {
            r.user == p.user && p.day <= r.day && r.day < q.day
        }),
        (Mail::scan().user(&p.user).day(p.day..=q.day), |r| {
            r.user == p.user && p.day <= r.day && r.day <= q.day
        }),
        (Mail::scan().user(&p.user).day(p.day).message(prefix(&q.message)), |r| {
            r.user == p.user && r.day == p.day && r.message.starts_with(&q.message)
        }),
        (Mail::scan().user(&p.user).day(p.day).message(p.message.as_str()..q.message.as_str()), |r| {
            r.user == p.user && r.day == p.day && p.message <= r.message && r.message < q.message
        }),
        (Mail::scan().user(&p.user).day(p.day).message(&p.message), |r| *r == p),
    ]
}

/// All but the last character: a start may end in a pad character, where a value must not.
fn begin(text: &str) -> &str {
    let last = text.char_indices().next_back();
    &text[..last.map_or(0, |(at, _)| at)]
}

case! {
    #[table("DLQX:PADDED_TABLE")]
    #[rowkey(separator = "_")]
    Padded / PaddedKey {
        #[rowkey(fixed = 4, pad_left = '0')] left: String = values::text(),
        #[rowkey(fixed = 5, pad_right = ' ')] right: String = values::text(),
        #[rowkey(fixed = 4)] digits: u32 = values::u32(),
        #[rowkey(fixed = 5, desc)] down: u64 = values::below(100_000),
        #[rowkey(fixed = 3, pad_right = '~', desc)] last: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Padded::scan().left(&p.left), |r| r.left == p.left),
        (Padded::scan().left(&p.left).right(&p.right), |r| r.left == p.left && r.right == p.right),
        (Padded::scan().left(&p.left).right(prefix(begin(&q.right))), |r| {
            r.left == p.left && r.right.starts_with(begin(&q.right))
        }),
        (Padded::scan().left(&p.left).right(&p.right).digits(p.digits..q.digits.min(9999)), |r| {
            r.left == p.left && r.right == p.right && (p.digits..q.digits.min(9999)).contains(&r.digits)
        }),
        (Padded::scan().left(&p.left).right(&p.right).digits(p.digits).down(p.down..=q.down), |r| {
            (&r.left, &r.right, r.digits) == (&p.left, &p.right, p.digits)
                && (p.down..=q.down).contains(&r.down)
        }),
        (Padded::scan().left(&p.left).right(&p.right).digits(p.digits).down(p.down).last(&p.last), |r| {
            *r == p
        }),
    ]
}

case! {
    #[table("DLQX:PLAIN_TABLE")]
    #[rowkey(separator = "|")]
    Plain / PlainKey {
        #[rowkey(text)] number: u64 = values::u64(),
        #[rowkey(text)] signed: i64 = values::i64(),
        #[rowkey] name: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Plain::scan().number(p.number), |r| r.number == p.number),
        (Plain::scan().number(p.number).signed(q.signed), |r| {
            r.number == p.number && r.signed == q.signed
        }),
        (Plain::scan().number(p.number).signed(p.signed).name(prefix(&q.name)), |r| {
            r.number == p.number && r.signed == p.signed && r.name.starts_with(&q.name)
        }),
    ]
}

case! {
    #[table("DLQX:CLOSED_TABLE")]
    Closed / ClosedKey {
        #[rowkey(separator = "--")] first: String = values::text(),
        #[rowkey(separator = "~")] second: String = values::text(),
        #[rowkey] number: i16 = values::i16(),
        #[rowkey(separator = "::")] third: Vec<u8> = values::bytes(),
        #[rowkey] last: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Closed::scan().first(&p.first), |r| r.first == p.first),
        (Closed::scan().first(prefix(&p.first)), |r| r.first.starts_with(&p.first)),
        (Closed::scan().first(&p.first).second(&q.second), |r| {
            r.first == p.first && r.second == q.second
        }),
        (Closed::scan().first(&p.first).second(&p.second).number(..=q.number), |r| {
            r.first == p.first && r.second == p.second && r.number <= q.number
        }),
        (Closed::scan().first(&p.first).second(&p.second).number(p.number).third(prefix(&*q.third)), |r| {
            (&r.first, &r.second, r.number) == (&p.first, &p.second, p.number)
                && r.third.starts_with(&q.third)
        }),
        (Closed::scan().first(&p.first).second(&p.second).number(p.number).third(&p.third).last(&p.last..), |r| {
            (&r.first, &r.second, r.number, &r.third) == (&p.first, &p.second, p.number, &p.third)
                && r.last >= p.last
        }),
    ]
}

case! {
    #[table("DLQX:BACKWARDS")]
    #[rowkey(separator = "_")]
    Backwards / BackwardsKey {
        #[rowkey(reverse, fixed = 11)] phone: String = values::phone(),
        #[rowkey(reverse)] name: String = values::text(),
        #[rowkey(reverse, fixed = 14)] at: Timestamp = values::second(),
        #[rowkey(reverse, fixed = 6, pad_left = '.')] padded: String = values::text(),
        #[rowkey(reverse, fixed = 5)] number: Sequence<u32> = Strategy::prop_map(values::u32(), Sequence),
    }
    lossy = false
    |p, q| [
        (Backwards::scan().phone(&p.phone), |r| r.phone == p.phone),
        (Backwards::scan().phone(&p.phone).name(&q.name), |r| {
            r.phone == p.phone && r.name == q.name
        }),
        (Backwards::scan().phone(&p.phone).name(&p.name).at(q.at), |r| {
            r.phone == p.phone && r.name == p.name && r.at == q.at
        }),
        (Backwards::scan().phone(&p.phone).name(&p.name).at(p.at).padded(&p.padded), |r| {
            (&r.phone, &r.name, r.at, &r.padded) == (&p.phone, &p.name, p.at, &p.padded)
        }),
    ]
}

case! {
    #[table("DLQX:FIXED_TABLE")]
    Clamped / ClampedKey {
        #[rowkey(fixed = 2)] text: String = values::exactly(2, "ab0~"),
        #[rowkey(fixed = 2, desc)] down: String = values::exactly(2, "ab0~"),
        #[rowkey(fixed = 2)] number: u32 = values::two_digits(),
        #[rowkey(fixed = 2, desc)] last: u32 = values::two_digits(),
    }
    lossy = false
    |p, q| [
        (Clamped::scan().text(&p.text[..1]..&q.text[..1]), |r| {
            p.text[..1] <= *r.text && *r.text < q.text[..1]
        }),
        (Clamped::scan().text(&p.text[..1]..=&q.text[..1]), |r| {
            p.text[..1] <= *r.text && *r.text <= q.text[..1]
        }),
        (Clamped::scan().text(format!("{}x", p.text)..=format!("{}x", q.text)), |r| {
            format!("{}x", p.text) <= r.text && r.text <= format!("{}x", q.text)
        }),
        (Clamped::scan().text(&p.text).down(&p.down[..1]..=&q.down[..1]), |r| {
            r.text == p.text && p.down[..1] <= *r.down && *r.down <= q.down[..1]
        }),
        (Clamped::scan().text(&p.text).down(format!("{}x", p.down)..format!("{}x", q.down)), |r| {
            r.text == p.text && format!("{}x", p.down) <= r.down && r.down < format!("{}x", q.down)
        }),
        (Clamped::scan().text(&p.text).down(&p.down).number(p.number..q.number + 50), |r| {
            r.text == p.text && r.down == p.down
                && p.number <= r.number && r.number < q.number + 50
        }),
        (Clamped::scan().text(&p.text).down(&p.down).number(100..), |_r| false),
        (Clamped::scan().text(&p.text).down(&p.down).number(..), |r| {
            r.text == p.text && r.down == p.down
        }),
        (Clamped::scan().text(..), |_r| true),
        (Clamped::scan().text(&p.text).down(&p.down).number(p.number).last(p.last..=q.last + 50), |r| {
            r.text == p.text && r.down == p.down && r.number == p.number
                && p.last <= r.last && r.last <= q.last + 50
        }),
    ]
}

case! {
    #[table("DLQX:CLOCK_TABLE")]
    LatestClock / LatestClockKey {
        #[rowkey] id: u8 = values::u8(),
        #[rowkey(ms_of_day, desc)] ms: hbase_schema::TimeOfDay = values::ms_of_day(),
        #[rowkey(java, desc)] at: Timestamp = values::milli(),
        #[rowkey(fixed = 14, offset = "-05:00", desc)] local: Timestamp = values::second(),
    }
    lossy = false
    |p, q| [
        (LatestClock::scan().id(p.id).ms(p.ms..q.ms), |r| r.id == p.id && p.ms <= r.ms && r.ms < q.ms),
        (LatestClock::scan().id(p.id).ms(p.ms).at(p.at..=q.at), |r| {
            r.id == p.id && r.ms == p.ms && p.at <= r.at && r.at <= q.at
        }),
        (LatestClock::scan().id(p.id).ms(p.ms).at(p.at).local(q.local..), |r| {
            r.id == p.id && r.ms == p.ms && r.at == p.at && q.local <= r.local
        }),
    ]
}

case! {
    #[table("DLQX:OPEN_TABLE")]
    #[rowkey(salt = buckets(3))]
    Open / OpenKey {
        #[rowkey(salt)] id: u8 = values::u8(),
        #[rowkey(unseparated)] city: String = values::word(),
        #[rowkey(fixed = 8, separator = "-")] day: Timestamp = values::day(),
        #[rowkey(fixed = 1)] hall: String = values::exactly(1, "ab0"),
    }
    lossy = false
    |p, q| [
        (Open::scan().id(p.id).city(&p.city), |r| r.id == p.id && r.city == p.city),
        (Open::scan().id(p.id).city(prefix(&p.city)), |r| {
            r.id == p.id && r.city.starts_with(&p.city)
        }),
        (Open::scan().id(p.id).city(&p.city).day(p.day), |r| {
            r.id == p.id && r.city == p.city && r.day == p.day
        }),
        (Open::scan().id(p.id).city(&p.city).day(p.day..q.day), |r| {
            r.id == p.id && r.city == p.city && p.day <= r.day && r.day < q.day
        }),
        (Open::scan().id(p.id).city(&p.city).day(p.day).hall(&p.hall), |r| *r == p),
        (Open::scan().id(p.id).city(..), |r| r.id == p.id),
        (Open::scan().salted_by(p.id).all(), |r| r.id == p.id),
    ]
}
