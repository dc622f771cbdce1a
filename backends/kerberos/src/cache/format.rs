//! Reads a credential cache.

use crate::credential::Credential;
use crate::crypto::{EncryptionType, Key};
use crate::cursor::{Cursor, Result, secret};
use crate::principal::Principal;
use crate::time::{ClockOffset, Time};

/// The first byte of each cache.
const MAGIC: u8 = 5;

/// The tag of the header field with the difference to the KDC's clock.
const CLOCK_OFFSET: u16 = 1;

/// The realm of entries that are settings.
const SETTINGS: &str = "X-CACHECONF:";

/// Maximum number of names of a principal, addresses and so on.
const MAX_COUNT: u32 = 1024;

/// The tickets of a cache.
#[derive(Debug)]
pub(crate) struct Cache {
    pub(crate) client: Principal,
    pub(crate) offset: Option<ClockOffset>,
    /// Tickets whose session keys have a supported type.
    pub(crate) credentials: Vec<Credential>,
    /// The services of other tickets, with the number of the type.
    pub(crate) unsupported: Vec<(Principal, i32)>,
}

enum Entry {
    Settings,
    Supported(Credential),
    Unsupported(Principal, i32),
}

pub(crate) fn parse(bytes: &[u8]) -> Result<Cache> {
    let mut file = Cursor::new(bytes);
    let start = file.clone();
    let (magic, version) = (
        file.u8("a cache's first byte")?,
        file.u8("a cache's version")?,
    );
    if magic != MAGIC || !matches!(version, 3 | 4) {
        return Err(start.error(
            format!("{magic:02x} {version:02x}"),
            "05 03 or 05 04, the start of a credential cache of version 3 or 4",
        ));
    }
    let offset = if version == 4 {
        header(&mut file)?
    } else {
        None
    };
    let mut cache = Cache {
        client: principal(&mut file)?,
        offset,
        credentials: Vec::new(),
        unsupported: Vec::new(),
    };
    while !file.is_empty() {
        match entry(&mut file, version)? {
            Entry::Settings => {}
            Entry::Supported(credential) => cache.credentials.push(credential),
            Entry::Unsupported(service, kind) => cache.unsupported.push((service, kind)),
        }
    }
    Ok(cache)
}

/// The fields in front of the principal, of version 4.
fn header(file: &mut Cursor<'_>) -> Result<Option<ClockOffset>> {
    let length = file.u16("the header's length")?;
    let mut fields = file.part(length.into(), "the header")?;
    let mut offset = None;
    while !fields.is_empty() {
        let tag = fields.u16("a tag")?;
        let length = fields.u16("a length")?;
        let mut field = fields.part(length.into(), "a field of the header")?;
        if tag == CLOCK_OFFSET {
            let seconds = field.i32("the offset of the KDC's clock")?.into();
            offset = Some(ClockOffset { seconds });
        }
    }
    Ok(offset)
}

fn principal(file: &mut Cursor<'_>) -> Result<Principal> {
    file.u32("a type of name")?;
    let count = count(file, "the number of names")?;
    let realm = text(file, "a realm")?;
    let components = (0..count)
        .map(|_| text(file, "a name"))
        .collect::<Result<_>>()?;
    Ok(Principal { realm, components })
}

fn entry(file: &mut Cursor<'_>, version: u8) -> Result<Entry> {
    let client = principal(file)?;
    let service = principal(file)?;
    let kind = file.u16("an encryption type")?.cast_signed().into();
    if version == 3 {
        file.u16("an encryption type")?;
    }
    let start_of_key = file.clone();
    let key = secret(file.long("a session key")?);
    let [authenticated, start, end, renew_till] = times(file)?;
    file.u8("a flag")?;
    let flags = file.u32("flags")?;
    typed_list(file, "an address")?;
    typed_list(file, "authorization data")?;
    let ticket = file.long("a ticket")?.to_vec();
    file.long("a second ticket")?;
    if service.realm == SETTINGS {
        return Ok(Entry::Settings);
    }
    let Some(supported) = EncryptionType::from_number(kind) else {
        return Ok(Entry::Unsupported(service, kind));
    };
    let key = Key::new(supported, key);
    let key = key
        .map_err(|error| start_of_key.error(error.to_string(), format!("a key of {supported}")))?;
    Ok(Entry::Supported(Credential {
        client,
        service,
        key,
        ticket,
        flags,
        start: if start == Time(0) {
            authenticated
        } else {
            start
        },
        end,
        renew_till: Some(renew_till).filter(|time| *time > Time(0)),
    }))
}

fn times(file: &mut Cursor<'_>) -> Result<[Time; 4]> {
    let mut times = [Time(0); 4];
    for time in &mut times {
        *time = Time(file.u32("a time")?.into());
    }
    Ok(times)
}

/// A list of types and bytes, which clients do not need.
fn typed_list(file: &mut Cursor<'_>, what: &str) -> Result<()> {
    for _ in 0..count(file, "a number of entries")? {
        file.u16(what)?;
        file.long(what)?;
    }
    Ok(())
}

fn count(file: &mut Cursor<'_>, what: &str) -> Result<u32> {
    let start = file.clone();
    let count = file.u32(what)?;
    if count > MAX_COUNT {
        return Err(start.error(count.to_string(), format!("{what}, at most {MAX_COUNT}")));
    }
    Ok(count)
}

fn text(file: &mut Cursor<'_>, what: &str) -> Result<String> {
    let bytes = file.long(what)?;
    file.text(bytes, what)
}
