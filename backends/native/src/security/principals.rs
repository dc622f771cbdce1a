//! The Kerberos principals of servers.

use hbase_rpc::Service;

use crate::endpoint::Endpoint;

/// In a principal, the place of the server's name.
const HOST: &str = "_HOST";

/// The principals of masters and region servers, with or without `_HOST`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Principals {
    pub(crate) master: Option<String>,
    pub(crate) region_server: Option<String>,
}

impl Principals {
    /// The principals that a server of this service may have. `ClientMetaService` is a service of both kinds of servers.
    pub(crate) fn of(&self, server: &Endpoint, service: Service) -> Vec<String> {
        let (master, region_server) = (self.master.as_deref(), self.region_server.as_deref());
        let patterns = match service {
            Service::Master => [master, None],
            Service::ClientMeta => [master, region_server],
            _ => [region_server, None],
        };
        let mut principals = Vec::new();
        for pattern in patterns.into_iter().flatten() {
            let principal = with_host(pattern, &server.host);
            if !principals.contains(&principal) {
                principals.push(principal);
            }
        }
        principals
    }

    /// The setting of a service's principal.
    pub(crate) const fn setting(service: Service) -> &'static str {
        match service {
            Service::Master | Service::ClientMeta => "hbase.master.kerberos.principal",
            _ => "hbase.regionserver.kerberos.principal",
        }
    }
}

/// `hbase/_HOST@REALM` with the server's name, in lower case as in Java.
fn with_host(pattern: &str, host: &str) -> String {
    let (name, realm) = match pattern.split_once('@') {
        Some((name, realm)) => (name, Some(realm)),
        None => (pattern, None),
    };
    let name = match name.split_once('/') {
        Some((service, HOST)) => format!("{service}/{}", host.to_lowercase()),
        _ => name.to_owned(),
    };
    match realm {
        Some(realm) => format!("{name}@{realm}"),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_s_name_replaces_the_whole_host() {
        for (pattern, expected) in [
            ("hbase/_HOST@R", "hbase/rs1.example@R"),
            ("hbase/_HOST", "hbase/rs1.example"),
            ("hbase/other@R", "hbase/other@R"),
            ("hbase/a_HOST@R", "hbase/a_HOST@R"),
            ("hbase@_HOST", "hbase@_HOST"),
        ] {
            assert_eq!(with_host(pattern, "RS1.example"), expected);
        }
    }

    #[test]
    fn a_registry_may_be_of_both_kinds_of_servers() {
        let server = Endpoint::new("h", 1);
        let of = |master: &str, region_server: &str| Principals {
            master: Some(master.to_owned()),
            region_server: Some(region_server.to_owned()),
        };
        let two = of("m/_HOST@R", "rs/_HOST@R");
        assert_eq!(two.of(&server, Service::ClientMeta), ["m/h@R", "rs/h@R"]);
        assert_eq!(two.of(&server, Service::Master), ["m/h@R"]);
        assert_eq!(two.of(&server, Service::Client), ["rs/h@R"]);
        assert_eq!(two.of(&server, Service::Admin), ["rs/h@R"]);
        let one = of("hbase/_HOST@R", "hbase/h@R");
        assert_eq!(one.of(&server, Service::ClientMeta), ["hbase/h@R"]);
        assert!(
            Principals::default()
                .of(&server, Service::Client)
                .is_empty()
        );
    }
}
