//! An index within the row: `cargo run --bin mailbox [URL]`.
//!
//! The table `DLQX:MAIL_BOXES` has one row per user, with all mails of that user.
//!
//! Key: the user, as text.
//!
//! - Family DATA: one column per mail. Its qualifier is the MD5 of the mail, its value the mail as
//!   JSON.
//! - Family INDEX: one column per mail and indexed field. Its qualifier is the field's tag (one
//!   byte), the field's value in a sortable and self-delimiting encoding (`OrderedBytes`), and the
//!   MD5 of the mail. Its value is empty: the qualifier contains everything.
//!
//! Both families change in one atomic mutation of the row, so the index is always consistent with
//! the data, which a separate index table would not be.
//!
//! Queries: a user's mails from one sender; those of a size between two bounds, by size; each by
//! two look-ups, first in INDEX, then in DATA. A deleted mail is in neither.

use hbase_schema::key::KeyPart;
use hbase_schema::key::encoding::Ordered;
use hbase_schema::model::Filter;
use hbase_schema::{Connection, HTable};
use hbase_schema_examples::{Dice, Outcome, create, expect, open};
use serde::{Deserialize, Serialize};

/// The mails of a user. A family has at least one column that the struct declares; the mails and
/// the index are in columns whose qualifiers are made at run time.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
struct MailBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    owner: String,
    /// The tags of the indexed fields.
    #[family("INDEX")]
    tags: String,
}

/// The JSON of a column of DATA.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Mail {
    from: String,
    size: i64,
    subject: String,
}

/// A field by which mails can be found.
enum Field<'v> {
    From(&'v str),
    Size(i64),
}

type Md5 = [u8; 16];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    create::<MailBox>(&db).await?;
    let mails = made_up();
    let key = MailBoxKey {
        user: "ann".to_owned(),
    };
    let owner = MailBox {
        user: key.user.clone(),
        owner: "Ann".to_owned(),
        tags: "FS".to_owned(),
    };
    db.put(&owner).await?;
    for mail in &mails {
        store(&db, &key, mail).await?;
    }
    println!("{} mails of {} written", mails.len(), key.user);

    by_sender(&db, &key, &mails).await?;
    by_size(&db, &key, &mails).await?;
    deleted(&db, &key, &mails).await
}

/// Data and index, as one step.
async fn store(db: &Connection, key: &MailBoxKey, mail: &Mail) -> Outcome {
    let value = serde_json::to_vec(mail)?;
    let md5 = md5::compute(&value).0;
    let mut change = db.mutate(key).put_raw("DATA", &md5, &value);
    for field in fields(mail) {
        change = change.put_raw("INDEX", &field.qualifier(md5)?, b"");
    }
    Ok(change.await?)
}

async fn delete(db: &Connection, key: &MailBoxKey, mail: &Mail) -> Outcome {
    let md5 = md5::compute(serde_json::to_vec(mail)?).0;
    let mut change = db.mutate(key).delete_raw("DATA", &md5);
    for field in fields(mail) {
        change = change.delete_raw("INDEX", &field.qualifier(md5)?);
    }
    Ok(change.await?)
}

fn fields(mail: &Mail) -> [Field<'_>; 2] {
    [Field::From(&mail.from), Field::Size(mail.size)]
}

impl Field<'_> {
    /// The tag and the value: the prefix of this value's index columns.
    fn prefix(&self) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Self::From(name) => {
                bytes.push(b'F');
                KeyPart::<Ordered>::encode(name, &mut bytes)?;
            }
            Self::Size(size) => {
                bytes.push(b'S');
                KeyPart::<Ordered>::encode(size, &mut bytes)?;
            }
        }
        Ok(bytes)
    }

    fn qualifier(&self, md5: Md5) -> Outcome<Vec<u8>> {
        let mut bytes = self.prefix()?;
        bytes.extend_from_slice(&md5);
        Ok(bytes)
    }
}

/// The first look-up: index columns that match, in their order. They end with the MD5.
async fn find(db: &Connection, key: &MailBoxKey, filter: Filter) -> Outcome<Vec<Md5>> {
    let row = db.get_raw(key).family("INDEX").filter(filter).await?;
    let cells = row.as_ref().map(hbase_schema::model::Row::cells);
    let ends = cells.into_iter().flatten();
    let ends = ends.map(|cell| cell.qualifier.last_chunk().copied());
    let found: Option<Vec<Md5>> = ends.collect();
    Ok(found.ok_or("an index column without an MD5")?)
}

/// The second look-up: the mails, in the order of the index.
async fn load(db: &Connection, key: &MailBoxKey, found: &[Md5]) -> Outcome<Vec<Mail>> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let mut get = db.get_raw(key);
    for md5 in found {
        get = get.column("DATA", md5);
    }
    let row = get
        .await?
        .ok_or("the index names mails that are not there")?;
    let mut mails = Vec::new();
    for md5 in found {
        let value = row.value(b"DATA", md5);
        let value = value.ok_or("the index names a mail that is not there")?;
        mails.push(serde_json::from_slice(value)?);
    }
    Ok(mails)
}

/// One value of a field: all index columns with its prefix. The value is self-delimiting, so `bo`
/// does not match `bob`.
async fn by_sender(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let sender = Filter::QualifierPrefix(Field::From("bo").prefix()?);
    let mut found = load(db, key, &find(db, key, sender).await?).await?;
    found.sort_by(|a, b| a.subject.cmp(&b.subject));
    println!("\nfrom bo: {} mails, the first by subject:", found.len());
    print(found.iter().take(3));
    let right = mails.iter().filter(|mail| mail.from == "bo");
    let mut right: Vec<Mail> = right.cloned().collect();
    right.sort_by(|a, b| a.subject.cmp(&b.subject));
    expect("mails of a sender", found, right)
}

/// A range of values: a range of index columns, which are in order of the value.
async fn by_size(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let range = Filter::QualifierRange {
        min: Some(Field::Size(19_900).prefix()?),
        min_inclusive: true,
        max: Some(Field::Size(20_000).prefix()?),
        max_inclusive: false,
    };
    let found = load(db, key, &find(db, key, range).await?).await?;
    println!("\nfrom 19900 to 19999 bytes: {} mails", found.len());
    print(&found);
    let right = mails
        .iter()
        .filter(|mail| (19_900..20_000).contains(&mail.size));
    let mut sizes: Vec<i64> = right.map(|mail| mail.size).collect();
    sizes.sort_unstable();
    let found: Vec<i64> = found.iter().map(|mail| mail.size).collect();
    expect("mails by size", found, sizes)
}

/// A deleted mail is gone from both families.
async fn deleted(db: &Connection, key: &MailBoxKey, mails: &[Mail]) -> Outcome {
    let mail = mails.first().ok_or("there are mails")?;
    let prefix = || {
        Field::From(&mail.from)
            .prefix()
            .map(Filter::QualifierPrefix)
    };
    let before = find(db, key, prefix()?).await?.len();
    delete(db, key, mail).await?;
    let after = load(db, key, &find(db, key, prefix()?).await?).await?;
    println!(
        "\nfrom {}: {before} mails, {} after one is deleted",
        mail.from,
        after.len()
    );
    expect("mails after a delete", after.len() + 1, before)?;
    expect("the deleted mail", after.contains(mail), false)?;

    // Columns that no struct declares do not affect the struct.
    let owner = db.get(key).await?.map(|row| row.owner);
    expect("the row's own columns", owner.as_deref(), Some("Ann"))
}

/// 1000 distinct mails.
fn made_up() -> Vec<Mail> {
    let mut dice = Dice::new(80);
    let mails = (0..1000).map(|n| Mail {
        from: (*dice.one_of(&["bo", "bob", "cy", "dee"])).to_owned(),
        size: i64::from(dice.below(20_000)),
        subject: format!("mail {n:04}"),
    });
    mails.collect()
}

fn print<'m>(mails: impl IntoIterator<Item = &'m Mail>) {
    for mail in mails {
        println!(
            "  {}  {:5} bytes  from {}",
            mail.subject, mail.size, mail.from
        );
    }
}
