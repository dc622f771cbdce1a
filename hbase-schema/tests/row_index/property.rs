//! Queries of random entries against a filter over all of them.

use std::collections::BTreeMap;
use std::ops::Bound;

use hbase_schema::Timestamp;
use proptest::prelude::*;

use crate::mails::{Mail, connected, inbox};

fn mails() -> impl Strategy<Value = Mail> {
    let text = "[ab\u{1}\u{ff}]{0,3}";
    let list = prop::option::of("[xy]{0,2}");
    (text, 0..50_i64, any::<i8>(), list, 0..1000_u32).prop_map(|(from, at, size, list, n)| Mail {
        from,
        at: Timestamp::from_millis(at),
        size: size.into(),
        list,
        subject: n.to_string(),
    })
}

fn bound<T>(kind: u8, value: T) -> Bound<T> {
    match kind % 3 {
        0 => Bound::Included(value),
        1 => Bound::Excluded(value),
        _ => Bound::Unbounded,
    }
}

fn is_in<T: PartialOrd>(range: &(Bound<T>, Bound<T>), value: &T) -> bool {
    std::ops::RangeBounds::contains(range, value)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn queries_equal_a_filter(
        mails in prop::collection::vec(mails(), 0..150),
        deletes in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        (low, high, from, to) in (any::<u8>(), any::<u8>(), mails(), mails()),
        size in 1..60_usize,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let db = connected().await;
            let mut all = BTreeMap::new();
            for mail in &mails {
                all.insert(inbox(&db).put(mail).await.unwrap(), mail.clone());
            }
            for at in deletes {
                if mails.is_empty() { break }
                let mail = at.get(&mails);
                inbox(&db).delete(mail).await.unwrap();
                all.retain(|_, other| other != mail);
            }
            macro_rules! check {
                ($query:expr, $is_match:expr) => {{
                    let right: BTreeMap<_, _> =
                        all.iter().filter(|(_, mail)| $is_match(mail)).map(|(id, mail)| (*id, mail.clone())).collect();
                    let found: Vec<_> = $query.stream().collect().await.unwrap();
                    assert_eq!(found.len(), right.len());
                    let mut page = $query.page(size).await.unwrap();
                    let mut paged = page.items;
                    while let Some(cursor) = page.next {
                        page = $query.page_after(cursor, size).await.unwrap();
                        paged.extend(page.items);
                    }
                    assert_eq!(paged, found);
                    assert_eq!(found.into_iter().collect::<BTreeMap<_, _>>(), right);
                }};
            }
            let range = (bound(low, from.from.clone()), bound(high, to.from.clone()));
            check!(inbox(&db).by(Mail::FROM).range(range.clone()), |mail: &&Mail| is_in(&range, &mail.from));
            let range = (bound(low, from.at), bound(high, to.at));
            check!(inbox(&db).by(Mail::AT).range(range), |mail: &&Mail| is_in(&range, &mail.at));
            let range = (bound(low, from.size), bound(high, to.size));
            check!(inbox(&db).by(Mail::SIZE).range(range), |mail: &&Mail| is_in(&range, &mail.size));
            check!(inbox(&db).by(Mail::FROM).equal(&from.from), |mail: &&Mail| mail.from == from.from);
            check!(inbox(&db).by(Mail::FROM).prefix(&from.from), |mail: &&Mail| mail.from.starts_with(&from.from));
            check!(inbox(&db).by(Mail::SIZE).equal(from.size), |mail: &&Mail| mail.size == from.size);
            let list = from.list.unwrap_or_default();
            check!(inbox(&db).by(Mail::LIST).equal(&list), |mail: &&Mail| mail.list.as_ref() == Some(&list));
            assert!(inbox(&db).verify().await.unwrap().is_consistent());
        });
    }
}
