//! Tickets of services in any realm: follows KDCs' referrals from realm to realm (RFC 6806 section 8).

use std::time::{Instant, SystemTime};

use super::Kdcs;
use super::grant::{Grant, Purpose, Request};
use crate::config::Settings;
use crate::credential::Credential;
use crate::error::LoginError;
use crate::list::join;
use crate::principal::Principal;
use crate::time::ClockOffset;

/// Maximum number of realms on the way to a service.
const MAX_REALMS: usize = 10;

/// A ticket, and the difference to the KDC's clock.
#[derive(Debug)]
pub(crate) struct Granted {
    pub(crate) ticket: Credential,
    pub(crate) offset: ClockOffset,
    /// The ticket-granting ticket of the service's realm, if the way there led through others.
    pub(crate) referral: Option<Credential>,
}

/// A ticket of a service. If the service's realm is not known (empty), the KDCs find it.
pub(crate) async fn service_ticket(
    kdcs: &Kdcs,
    settings: &Settings,
    granting: &Credential,
    service: &Principal,
    offset: ClockOffset,
    deadline: Instant,
) -> Result<Granted, LoginError> {
    let mut offset = offset;
    let mut referral: Option<Credential> = None;
    let mut realms = Vec::new();
    while realms.len() < MAX_REALMS {
        let granting = referral.as_ref().unwrap_or(granting);
        let realm = granting.granted_realm().to_owned();
        if realms.contains(&realm) {
            break;
        }
        let is_there = service.realm.is_empty() || service.realm == realm;
        let wanted = Principal::ticket_granting(&service.realm, &realm);
        let wanted = if is_there {
            &service.components
        } else {
            &wanted.components
        };
        realms.push(realm);
        let request = Request::new(settings, granting, wanted, Purpose::Service)?;
        let (grant, corrected) = send(kdcs, settings, &request, offset, deadline).await?;
        offset = corrected;
        match grant {
            Grant::Ticket(ticket) if is_there => {
                return Ok(Granted {
                    ticket,
                    offset,
                    referral,
                });
            }
            Grant::Ticket(next) | Grant::Referral(next) => referral = Some(next),
            Grant::Skew(_) => break,
        }
    }
    Err(LoginError::Referrals {
        service: service.to_string(),
        realms: join(realms.into_iter()),
    })
}

/// The same ticket-granting ticket with a later end.
pub(crate) async fn renew(
    kdcs: &Kdcs,
    settings: &Settings,
    granting: &Credential,
    offset: ClockOffset,
    deadline: Instant,
) -> Result<(Credential, ClockOffset), LoginError> {
    let request = Request::new(
        settings,
        granting,
        &granting.service.components,
        Purpose::Renewal,
    )?;
    match send(kdcs, settings, &request, offset, deadline).await? {
        (Grant::Ticket(ticket) | Grant::Referral(ticket), offset) => Ok((ticket, offset)),
        (Grant::Skew(offset), _) => Err(super::failure::skew(settings, offset, request.realm())),
    }
}

/// Sends a request, and once more if the KDC's clock differs.
async fn send(
    kdcs: &Kdcs,
    settings: &Settings,
    request: &Request<'_>,
    offset: ClockOffset,
    deadline: Instant,
) -> Result<(Grant, ClockOffset), LoginError> {
    let mut offset = offset;
    let mut is_corrected = false;
    loop {
        let encoded = request.encode(offset.apply(SystemTime::now()))?;
        let reply = kdcs
            .exchange(settings, request.realm(), &encoded, deadline)
            .await?;
        match request.read(&reply)? {
            Grant::Skew(found) if is_corrected => {
                return Err(super::failure::skew(settings, found, request.realm()));
            }
            Grant::Skew(found) => {
                offset = found;
                is_corrected = true;
            }
            grant => return Ok((grant, offset)),
        }
    }
}
