//! Services, and their methods by request messages.

use prost::Message;

#[allow(
    clippy::wildcard_imports,
    reason = "every request and response of the table below"
)]
use crate::message::*;
use crate::multi::EncodedMulti;
use crate::multi_response::EncodedMultiResponse;

/// A service of masters or region servers; a connection has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Service {
    /// Rows: region servers.
    Client,
    /// Tables, namespaces, the cluster: the active master.
    Master,
    /// Locations of masters and `hbase:meta`: masters, and region servers from 2.5 on.
    ClientMeta,
    /// Single regions: region servers.
    Admin,
}

impl Service {
    /// Every service.
    pub const ALL: [Self; 4] = [Self::Client, Self::Master, Self::ClientMeta, Self::Admin];

    /// The name in a connection's header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "ClientService",
            Self::Master => "MasterService",
            Self::ClientMeta => "ClientMetaService",
            Self::Admin => "AdminService",
        }
    }

    /// The service with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|service| service.name() == name)
    }
}

/// A request message: its method, and its response.
pub trait Rpc: Message + Default {
    /// The response's message.
    type Response: Message + Default;
    /// The service of the method.
    const SERVICE: Service;
    /// The method's name in a request's header.
    const METHOD: &'static str;
}

macro_rules! methods {
    ($($service:ident { $($method:literal: $request:ident -> $response:ident,)* })*) => {
        $($(
            impl Rpc for $request {
                type Response = $response;
                const SERVICE: Service = Service::$service;
                const METHOD: &'static str = $method;
            }
        )*)*
    };
}

methods! {
    Client {
        "Get": GetRequest -> GetResponse,
        "Mutate": MutateRequest -> MutateResponse,
        "Scan": ScanRequest -> ScanResponse,
        "Multi": MultiRequest -> MultiResponse,
        "Multi": EncodedMulti -> EncodedMultiResponse,
        "ExecService": CoprocessorServiceRequest -> CoprocessorServiceResponse,
    }
    ClientMeta {
        "GetClusterId": GetClusterIdRequest -> GetClusterIdResponse,
        "GetActiveMaster": GetActiveMasterRequest -> GetActiveMasterResponse,
        "GetMasters": GetMastersRequest -> GetMastersResponse,
        "GetMetaRegionLocations": GetMetaRegionLocationsRequest -> GetMetaRegionLocationsResponse,
        "GetBootstrapNodes": GetBootstrapNodesRequest -> GetBootstrapNodesResponse,
    }
    Master {
        "GetTableDescriptors": GetTableDescriptorsRequest -> GetTableDescriptorsResponse,
        "GetTableNames": GetTableNamesRequest -> GetTableNamesResponse,
        "GetClusterStatus": GetClusterStatusRequest -> GetClusterStatusResponse,
        "IsMasterRunning": IsMasterRunningRequest -> IsMasterRunningResponse,
        "AddColumn": AddColumnRequest -> ProcedureResponse,
        "DeleteColumn": DeleteColumnRequest -> ProcedureResponse,
        "ModifyColumn": ModifyColumnRequest -> ProcedureResponse,
        "MoveRegion": MoveRegionRequest -> MoveRegionResponse,
        "SplitRegion": SplitTableRegionRequest -> ProcedureResponse,
        "MergeTableRegions": MergeTableRegionsRequest -> ProcedureResponse,
        "DeleteTable": DeleteTableRequest -> ProcedureResponse,
        "truncateTable": TruncateTableRequest -> ProcedureResponse,
        "EnableTable": EnableTableRequest -> ProcedureResponse,
        "DisableTable": DisableTableRequest -> ProcedureResponse,
        "ModifyTable": ModifyTableRequest -> ProcedureResponse,
        "FlushTable": FlushTableRequest -> ProcedureResponse,
        "CreateTable": CreateTableRequest -> ProcedureResponse,
        "CreateNamespace": CreateNamespaceRequest -> ProcedureResponse,
        "DeleteNamespace": DeleteNamespaceRequest -> ProcedureResponse,
        "ModifyNamespace": ModifyNamespaceRequest -> ProcedureResponse,
        "GetNamespaceDescriptor": GetNamespaceDescriptorRequest -> GetNamespaceDescriptorResponse,
        "ListNamespaceDescriptors": ListNamespaceDescriptorsRequest -> ListNamespaceDescriptorsResponse,
        "GetTableState": GetTableStateRequest -> GetTableStateResponse,
        "getProcedureResult": GetProcedureResultRequest -> GetProcedureResultResponse,
    }
    Admin {
        "GetRegionInfo": GetRegionInfoRequest -> GetRegionInfoResponse,
        "FlushRegion": FlushRegionRequest -> FlushRegionResponse,
        "CompactRegion": CompactRegionRequest -> CompactRegionResponse,
        "GetServerInfo": GetServerInfoRequest -> GetServerInfoResponse,
    }
}
