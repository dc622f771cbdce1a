//! The settings that count, with their defaults.

use std::collections::HashMap;
use std::path::PathBuf;

use super::domain::realm_of;
use super::profile::{Content, Profile, values, within};
use super::values::{Values, unexpected};
use super::{ConfigError, KdcAddress};
use crate::crypto::EncryptionType;

/// MIT's default of `clockskew`, seconds.
const CLOCK_SKEW: u64 = 300;

/// MIT's default of `ticket_lifetime`, seconds.
const TICKET_LIFETIME: u64 = 24 * 3600;

#[derive(Debug)]
pub(crate) struct Settings {
    /// The files that were read, for errors.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) default_realm: Option<String>,
    /// Maximum difference of clocks, seconds.
    pub(crate) clock_skew: u64,
    /// Whether to correct for the difference to the KDC's clock.
    pub(crate) follows_clock: bool,
    /// Whether DNS is asked for the KDCs of a realm without one.
    pub(crate) asks_dns: bool,
    /// Seconds.
    pub(crate) ticket_lifetime: u64,
    /// Seconds.
    pub(crate) renew_lifetime: Option<u64>,
    pub(crate) is_forwardable: bool,
    /// Types that are accepted at all.
    pub(crate) permitted_types: Vec<EncryptionType>,
    /// Types for logins, best first.
    pub(crate) login_types: Vec<EncryptionType>,
    /// Types for tickets of services, best first.
    pub(crate) ticket_types: Vec<EncryptionType>,
    pub(crate) default_cache: Option<String>,
    pub(crate) default_keytab: Option<String>,
    kdcs: HashMap<String, Vec<KdcAddress>>,
    domains: HashMap<String, String>,
}

impl Settings {
    pub(super) fn of(profile: &Profile, files: Vec<PathBuf>) -> Result<Self, ConfigError> {
        let nodes = profile.section("libdefaults");
        let defaults = Values { nodes };
        let permitted = defaults.types("permitted_enctypes")?;
        let permitted_types = permitted.unwrap_or_else(|| EncryptionType::ALL.to_vec());
        let types = |name| {
            let mut kinds = defaults
                .types(name)?
                .unwrap_or_else(|| permitted_types.clone());
            kinds.retain(|kind| permitted_types.contains(kind));
            match defaults.first(name) {
                Some(value) if kinds.is_empty() => {
                    Err(unexpected(value, "a type of `permitted_enctypes`"))
                }
                _ => Ok(kinds),
            }
        };
        Ok(Self {
            login_types: types("default_tkt_enctypes")?,
            ticket_types: types("default_tgs_enctypes")?,
            default_realm: defaults.text("default_realm"),
            clock_skew: defaults.duration("clockskew")?.unwrap_or(CLOCK_SKEW),
            asks_dns: defaults.is_set("dns_lookup_kdc", true)?,
            follows_clock: defaults.is_set("kdc_timesync", true)?,
            ticket_lifetime: defaults
                .duration("ticket_lifetime")?
                .unwrap_or(TICKET_LIFETIME),
            renew_lifetime: defaults
                .duration("renew_lifetime")?
                .filter(|seconds| *seconds > 0),
            is_forwardable: defaults.is_set("forwardable", false)?,
            default_cache: defaults.text("default_ccache_name"),
            default_keytab: defaults.text("default_keytab_name"),
            kdcs: kdcs(profile)?,
            domains: domains(profile),
            permitted_types,
            files,
        })
    }

    /// The KDCs of a realm, in the order in which they are tried.
    pub(crate) fn kdcs(&self, realm: &str) -> &[KdcAddress] {
        self.kdcs.get(realm).map_or(&[], Vec::as_slice)
    }

    /// The realm of a host by `[domain_realm]`.
    pub(crate) fn realm_of(&self, host: &str) -> Option<&str> {
        realm_of(&self.domains, host)
    }
}

fn kdcs(profile: &Profile) -> Result<HashMap<String, Vec<KdcAddress>>, ConfigError> {
    let realms = profile.section("realms");
    let mut kdcs = HashMap::new();
    for realm in &realms {
        if kdcs.contains_key(&realm.name) || !matches!(realm.content, Content::Section(_)) {
            continue;
        }
        let mut addresses = Vec::new();
        for value in values(&within(&realms, &realm.name), "kdc") {
            // Java allows several on a line.
            for text in value.text.split_whitespace() {
                if text.starts_with(['#', ';']) {
                    return Err(unexpected(value, "a comment on a line of its own"));
                }
                let address = KdcAddress::parse(text);
                addresses.extend(address.map_err(|expected| unexpected(value, expected))?);
            }
        }
        kdcs.insert(realm.name.clone(), addresses);
    }
    Ok(kdcs)
}

fn domains(profile: &Profile) -> HashMap<String, String> {
    let nodes = profile.section("domain_realm");
    let mut domains = HashMap::new();
    for node in &nodes {
        if let Content::Value(realm) = &node.content {
            let domain = node.name.to_ascii_lowercase();
            domains.entry(domain).or_insert_with(|| realm.clone());
        }
    }
    domains
}
