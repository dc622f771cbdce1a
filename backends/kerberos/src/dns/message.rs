//! Questions for SRV records and their replies, without I/O.

use std::ops::RangeInclusive;

use simple_dns::rdata::RData;
use simple_dns::{CLASS, Name, Packet, PacketFlag, QCLASS, QTYPE, RCODE, TYPE};

use crate::config::KdcAddress;
use crate::crypto::random_u32;

/// Maximum records of a reply that count.
const MAX_RECORDS: usize = 64;

/// A question.
#[derive(Debug)]
pub(super) struct Question {
    name: String,
    id: u16,
    pub(super) bytes: Vec<u8>,
}

/// What a name server has sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Empty if the name has no records.
    Records(Vec<Record>),
    /// The reply has no room in a datagram.
    Truncated,
}

/// A SRV record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) priority: u16,
    pub(super) weight: u16,
    pub(super) kdc: KdcAddress,
    /// Seconds.
    pub(super) life: u32,
}

/// Why bytes are no reply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoReply {
    /// They belong to another question, or to nobody.
    Other(String),
    /// The name server has failed.
    Failed(String),
}

impl Question {
    /// Asks for the SRV records of a name.
    pub(super) fn srv(name: &str) -> Result<Self, String> {
        let wrong =
            |error: simple_dns::SimpleDnsError| format!("{name} is no name in DNS: {error}");
        let [_, _, high, low] = random_u32()
            .map_err(|error| error.to_string())?
            .to_be_bytes();
        let id = u16::from_be_bytes([high, low]);
        let mut packet = Packet::new_query(id);
        packet.set_flags(PacketFlag::RECURSION_DESIRED);
        let asked = Name::new(name).map_err(wrong)?;
        let (kind, class) = (QTYPE::TYPE(TYPE::SRV), QCLASS::CLASS(CLASS::IN));
        let question = simple_dns::Question::new(asked, kind, class, false);
        packet.questions.push(question);
        let bytes = packet.build_bytes_vec().map_err(wrong)?;
        let name = name.to_owned();
        Ok(Self { name, id, bytes })
    }

    /// Reads the reply to this question.
    pub(super) fn read(&self, bytes: &[u8]) -> Result<Reply, NoReply> {
        let packet = Packet::parse(bytes).map_err(|error| NoReply::Other(error.to_string()))?;
        if !self.is_of(&packet) {
            return Err(NoReply::Other("it belongs to another question".to_owned()));
        }
        if packet.has_flags(PacketFlag::TRUNCATION) {
            return Ok(Reply::Truncated);
        }
        match packet.rcode() {
            RCODE::NoError => Ok(Reply::Records(records(&packet))),
            RCODE::NameError => Ok(Reply::Records(Vec::new())),
            code => Err(NoReply::Failed(format!("the error {code:?}"))),
        }
    }

    fn is_of(&self, packet: &Packet<'_>) -> bool {
        let [question] = &packet.questions[..] else {
            return false;
        };
        packet.id() == self.id
            && packet.has_flags(PacketFlag::RESPONSE)
            && question.qtype == QTYPE::TYPE(TYPE::SRV)
            && question.qname.to_string().eq_ignore_ascii_case(&self.name)
    }
}

/// The target `.` says that there is no such service.
fn records(packet: &Packet<'_>) -> Vec<Record> {
    let records = packet.answers.iter().filter_map(|answer| {
        let RData::SRV(srv) = &answer.rdata else {
            return None;
        };
        let host = srv.target.to_string();
        let is_usable = !host.is_empty() && srv.port > 0;
        is_usable.then_some(Record {
            priority: srv.priority,
            weight: srv.weight,
            kdc: KdcAddress {
                host,
                port: srv.port,
            },
            life: answer.ttl,
        })
    });
    records.take(MAX_RECORDS).collect()
}

/// The KDCs by priority; among equal ones, the weights are the chances to be the next (RFC 2782).
pub(super) fn in_order(
    mut records: Vec<Record>,
    mut random: impl FnMut(RangeInclusive<u32>) -> u32,
) -> Vec<KdcAddress> {
    // Those without a weight come first, so that they have a small chance.
    records.sort_by_key(|record| (record.priority, record.weight));
    let mut kdcs = Vec::with_capacity(records.len());
    while let Some(first) = records.first() {
        let priority = first.priority;
        let equal = records
            .iter()
            .take_while(|record| record.priority == priority);
        let weights: Vec<u32> = equal.map(|record| record.weight.into()).collect();
        let chosen = random(0..=weights.iter().sum());
        let mut sum = 0;
        let next = weights.iter().position(|weight| {
            sum += weight;
            sum >= chosen
        });
        kdcs.push(records.remove(next.unwrap_or(0)).kdc);
    }
    kdcs
}
