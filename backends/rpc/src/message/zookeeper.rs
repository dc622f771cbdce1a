//! The nodes of older clusters in `ZooKeeper`.

use super::common::ServerName;

messages! {
    /// The active master (`<znode>/master`).
    message Master {
        required message<ServerName> master = 1;
        optional uint32 rpc_version = 2;
        optional uint32 info_port = 3;
    }

    /// The server of `hbase:meta` (`<znode>/meta-region-server`).
    message MetaRegionServer {
        required message<ServerName> server = 1;
        optional uint32 rpc_version = 2;
    }
}
