//! The servers' responses, and their addresses.

use std::sync::{MutexGuard, PoisonError};

use bytes::Bytes;
use hbase_model::TableName;
use hbase_rpc::Request;
use hbase_rpc::message::{
    FlushRegionResponse, GetActiveMasterResponse, GetMetaRegionLocationsResponse,
    GetProcedureResultResponse, GetServerInfoResponse, ProcedureResponse, ProcedureState,
    RegionInfo, RegionLocation, ServerInfo, ServerName,
};

use super::cluster::{MASTER, PORT, Shared, State};
use super::script::{Call, Fault, Script};
use super::server::{exception, response};

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, call: Call) -> Option<Fault> {
        self.script().note(call)
    }

    pub(super) fn greeting(&self) -> Option<Bytes> {
        self.state().greeting.clone()
    }

    /// Carries out a request; returns the response.
    pub(super) fn carry_out(&self, host: &str, request: &Request) -> Bytes {
        let id = request.header.call_id();
        let done = match request.header.method_name() {
            "GetActiveMaster" => {
                let server_name = Some(server_name(MASTER, 1));
                Ok(response(id, &GetActiveMasterResponse { server_name }, &[]))
            }
            "DisableTable" | "DeleteTable" => {
                self.state().is_disabled = true;
                let proc_id = Some(1);
                Ok(response(id, &ProcedureResponse { proc_id }, &[]))
            }
            "FlushRegion" => Ok(response(id, &FlushRegionResponse::default(), &[])),
            "AddColumn" => {
                let proc_id = Some(2);
                Ok(response(id, &ProcedureResponse { proc_id }, &[]))
            }
            "getProcedureResult" => {
                let finished = GetProcedureResultResponse {
                    state: ProcedureState::Finished.into(),
                    ..GetProcedureResultResponse::default()
                };
                Ok(response(id, &finished, &[]))
            }
            "GetMetaRegionLocations" => Ok(response(id, &self.state().meta_locations(), &[])),
            "GetServerInfo" => Ok(response(id, &self.state().server_info(host), &[])),
            "Get" => self.state().get(host, request),
            "Mutate" => self.state().mutate(host, request),
            "Multi" => Ok(self.state().multi(host, request)),
            "Scan" => self.state().scan(host, request),
            other => panic!("the fake cluster has no method {other}"),
        };
        done.unwrap_or_else(|thrown| exception(id, thrown.into()))
    }
}

impl State {
    fn meta_locations(&self) -> GetMetaRegionLocationsResponse {
        let table_name = hbase_rpc::region::table_message(&TableName::from_static("hbase", "meta"));
        let region_info = RegionInfo {
            region_id: 1,
            table_name,
            ..RegionInfo::default()
        };
        let server_name = Some(server_name(&self.meta, self.start_code(&self.meta)));
        let meta_locations = vec![RegionLocation {
            region_info,
            server_name,
            seq_num: 1,
        }];
        GetMetaRegionLocationsResponse { meta_locations }
    }

    fn server_info(&self, host: &str) -> GetServerInfoResponse {
        let server_info = ServerInfo {
            server_name: server_name(host, self.start_code(host)),
            webui_port: None,
        };
        GetServerInfoResponse { server_info }
    }
}

fn server_name(host: &str, start_code: u64) -> ServerName {
    ServerName {
        host_name: host.to_owned(),
        port: Some(PORT.into()),
        start_code: Some(start_code),
    }
}

/// `host:port` of a host, as `hbase:meta` has it.
pub(super) fn address(host: &str) -> String {
    format!("{host}:{PORT}")
}
