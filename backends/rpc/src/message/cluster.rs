//! Status of the cluster.

use super::common::ServerName;

messages! {
    /// The parts of the status that were requested.
    message ClusterStatus {
        optional message<HBaseVersion> hbase_version = 1;
        repeated message<LiveServerInfo> live_servers = 2;
        repeated message<ServerName> dead_servers = 3;
        optional message<ClusterId> cluster_id = 5;
        optional message<ServerName> master = 7;
        repeated message<ServerName> backup_masters = 8;
        optional bool balancer_on = 9;
        optional int32 master_info_port = 10 [default = "-1"];
        repeated message<ServerName> servers_name = 11;
    }

    /// Parts of the status.
    enumeration ClusterOption {
        HbaseVersion = 0;
        ClusterId = 1;
        LiveServers = 2;
        DeadServers = 3;
        Master = 4;
        BackupMasters = 5;
        MasterCoprocessors = 6;
        RegionsInTransition = 7;
        BalancerOn = 8;
        MasterInfoPort = 9;
        ServersName = 10;
        TableToRegionsCount = 11;
        Tasks = 12;
        UnknownServers = 13;
    }

    /// A live region server.
    message LiveServerInfo {
        required message<ServerName> server = 1;
        required message<ServerLoad> server_load = 2;
    }

    /// A region server's load.
    message ServerLoad {
        optional uint64 number_of_requests = 1;
        optional uint64 total_number_of_requests = 2;
        optional uint32 used_heap_mb = 3;
        optional uint32 max_heap_mb = 4;
    }

    /// The cluster's release.
    message HBaseVersion {
        required string version = 1;
    }

    /// The cluster's id.
    message ClusterId {
        required string cluster_id = 1;
    }
}
