//! Salts of every kind.

use hbase_schema::{TimeOfDay, Timestamp, prefix};

use crate::case::case;
use crate::values;

case! {
    #[table("DLQX:CALL_RECORD", splits = number_pipe)]
    #[rowkey(salt = region_number(6), separator = "_")]
    Calls / CallsKey {
        #[rowkey(salt = last(4), fixed = 11)] phone: String = values::phone(),
        #[rowkey(salt = format("yyyyMM"), fixed = 14)] at: Timestamp = values::second(),
    }
    lossy = false
    |p, q| [
        (Calls::scan().phone(&p.phone), |r| r.phone == p.phone),
        (Calls::scan().phone(prefix(&p.phone[..9])), |r| r.phone[..9] == p.phone[..9]),
        (Calls::scan().phone(p.phone.as_str()..q.phone.as_str()), |r| {
            p.phone <= r.phone && r.phone < q.phone
        }),
        (Calls::scan().phone(&p.phone).at(p.at), |r| *r == p),
        (Calls::scan().phone(&p.phone).at(p.at..q.at), |r| {
            r.phone == p.phone && p.at <= r.at && r.at < q.at
        }),
        (Calls::scan().phone(&p.phone).at(p.at..=q.at), |r| {
            r.phone == p.phone && p.at <= r.at && r.at <= q.at
        }),
        (Calls::scan().phone(&p.phone).at(p.at..), |r| r.phone == p.phone && p.at <= r.at),
        (Calls::scan().phone(&p.phone).at(..q.at), |r| r.phone == p.phone && r.at < q.at),
        (Calls::scan().salted_by(&p.phone, p.at).phone(&p.phone).at(p.at), |r| *r == p),
        (Calls::scan().all(), |_r| true),
    ]
}

case! {
    #[table("DLQX:TEST_TABLE")]
    #[rowkey(salt = md5_hex(2, from = 8, upper), separator = "_")]
    Logs / LogsKey {
        #[rowkey(salt)] uid: String = values::text(),
        #[rowkey(salt)] kind: String = values::text(),
        #[rowkey] rest: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Logs::scan().uid(&p.uid), |r| r.uid == p.uid),
        (Logs::scan().uid(prefix(&p.uid)), |r| r.uid.starts_with(&p.uid)),
        (Logs::scan().uid(&p.uid).kind(&q.kind), |r| r.uid == p.uid && r.kind == q.kind),
        (Logs::scan().uid(&p.uid).kind(&p.kind).rest(&p.rest..), |r| {
            r.uid == p.uid && r.kind == p.kind && r.rest >= p.rest
        }),
        (Logs::scan().salted_by(&p.uid, &p.kind), |r| r.uid == p.uid && r.kind == p.kind),
        (Logs::scan().salted_by(&p.uid, &p.kind).uid(prefix(&p.uid)), |r| {
            r.uid == p.uid && r.kind == p.kind
        }),
    ]
}

case! {
    #[table("DLQX:TRADE_TABLE")]
    #[rowkey(salt = md5(2))]
    Trades / TradesKey {
        #[rowkey(ms_of_day)] at: TimeOfDay = values::ms_of_day(),
        #[rowkey(salt)] account: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Trades::scan().salted_by(&p.account), |r| r.account == p.account),
        (Trades::scan().salted_by(&p.account).at(p.at..=q.at), |r| {
            r.account == p.account && p.at <= r.at && r.at <= q.at
        }),
        (Trades::scan().salted_by(p.account.as_str()).at(q.at), |r| {
            r.account == p.account && r.at == q.at
        }),
        (Trades::scan().at(p.at).account(&q.account), |r| {
            r.at == p.at && r.account == q.account
        }),
    ]
}

case! {
    #[table("DLQX:BUCKETED")]
    #[rowkey(salt = buckets(200))]
    Bucketed / BucketedKey {
        #[rowkey(salt)] first: i16 = values::i16(),
        #[rowkey] between: u8 = values::u8(),
        #[rowkey(salt)] last: u32 = values::u32(),
    }
    lossy = false
    |p, q| [
        (Bucketed::scan().first(p.first), |r| r.first == p.first),
        (Bucketed::scan().first(p.first..q.first), |r| (p.first..q.first).contains(&r.first)),
        (Bucketed::scan().first(p.first).between(q.between).last(p.last), |r| {
            (r.first, r.between, r.last) == (p.first, q.between, p.last)
        }),
        (Bucketed::scan().salted_by(p.first, q.last), |r| r.first == p.first && r.last == q.last),
        (Bucketed::scan().salted_by(p.first, p.last).first(p.first).between(..q.between), |r| {
            (r.first, r.last) == (p.first, p.last) && r.between < q.between
        }),
    ]
}

case! {
    #[table("DLQX:HASHED_TABLE")]
    #[rowkey(salt = java_hash(11), separator = "-")]
    Hashed / HashedKey {
        #[rowkey] day: u16 = values::u16(),
        #[rowkey(salt)] user: String = values::text(),
        #[rowkey(salt = first(2))] name: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Hashed::scan().day(p.day), |r| r.day == p.day),
        (Hashed::scan().day(p.day).user(&p.user), |r| r.day == p.day && r.user == p.user),
        (Hashed::scan().day(p.day).user(&p.user).name(&q.name), |r| {
            (r.day, &r.user, &r.name) == (p.day, &p.user, &q.name)
        }),
        (Hashed::scan().salted_by(&p.user, &q.name), |r| r.user == p.user && r.name == q.name),
        (Hashed::scan().day(p.day).user(&p.user).name(prefix(&q.name)), |r| {
            r.day == p.day && r.user == p.user && r.name.starts_with(&q.name)
        }),
    ]
}

// The salt depends on a reversed time that is ranged over.
case! {
    #[table("DLQX:DAYS_TABLE")]
    #[rowkey(salt = region_number(7, width = 2), separator = "_")]
    Days / DaysKey {
        #[rowkey(salt)] device: String = values::word(),
        #[rowkey(salt = format("yyyy-MM-dd"), fixed = 17, reverse_ts, offset = "+05:30")]
        at: Timestamp = Strategy::prop_map(values::milli(), |time| {
            Timestamp::from_millis(time.as_millis().clamp(1_440_000_000_000, 1_460_000_000_000))
        }),
        #[rowkey] rest: String = values::text(),
    }
    lossy = false
    |p, q| [
        (Days::scan().device(&p.device), |r| r.device == p.device),
        (Days::scan().device(&p.device).at(p.at..q.at), |r| {
            r.device == p.device && p.at <= r.at && r.at < q.at
        }),
        (Days::scan().device(&p.device).at(p.at..=q.at), |r| {
            r.device == p.device && p.at <= r.at && r.at <= q.at
        }),
        (Days::scan().device(&p.device).at(..q.at), |r| r.device == p.device && r.at < q.at),
        (Days::scan().device(&p.device).at(p.at).rest(prefix(&q.rest)), |r| {
            r.device == p.device && r.at == p.at && r.rest.starts_with(&q.rest)
        }),
    ]
}

case! {
    #[table("DLQX:DRAWN_TABLE")]
    #[rowkey(salt = random(12), separator = "_")]
    Drawn / DrawnKey {
        #[rowkey] name: String = values::text(),
        #[rowkey] at: u32 = values::u32(),
    }
    lossy = false
    |p, q| [
        (Drawn::scan().name(&p.name), |r| r.name == p.name),
        (Drawn::scan().name(&p.name).at(q.at..), |r| r.name == p.name && r.at >= q.at),
        (Drawn::scan().name(&p.name).at(p.at), |r| r.name == p.name && r.at == p.at),
    ]
}

case! {
    #[table("DLQX:TURNS_TABLE")]
    #[rowkey(salt = round_robin(5))]
    Turns / TurnsKey {
        #[rowkey] at: i64 = values::i64(),
    }
    lossy = false
    |p, q| [
        (Turns::scan().at(p.at), |r| r.at == p.at),
        (Turns::scan().at(p.at..q.at), |r| (p.at..q.at).contains(&r.at)),
    ]
}

case! {
    #[table("DLQX:HASHED_BYTES")]
    #[rowkey(salt = java_bytes(20, abs, joined = ""))]
    HashedBytes / HashedBytesKey {
        #[rowkey(salt, separator = "_")] user: String = values::text(),
        #[rowkey(salt)] kind: u16 = values::u16(),
    }
    lossy = false
    |p, q| [
        (HashedBytes::scan().user(&p.user), |r| r.user == p.user),
        (HashedBytes::scan().user(&p.user).kind(q.kind), |r| r.user == p.user && r.kind == q.kind),
        (HashedBytes::scan().salted_by(&p.user, q.kind), |r| r.user == p.user && r.kind == q.kind),
    ]
}

case! {
    #[table("DLQX:REMAINDERS")]
    #[rowkey(salt = modulo(10))]
    Remainders / RemaindersKey {
        #[rowkey] day: u16 = values::u16(),
        #[rowkey(salt, desc)] id: i64 = values::i64(),
    }
    lossy = false
    |p, q| [
        (Remainders::scan().day(p.day), |r| r.day == p.day),
        (Remainders::scan().day(p.day).id(q.id), |r| r.day == p.day && r.id == q.id),
        (Remainders::scan().salted_by(p.id).day(q.day).id(p.id), |r| {
            r.day == q.day && r.id == p.id
        }),
    ]
}
