//! Tables, namespaces, the cluster.

mod cluster;
mod master;
mod namespaces;
mod regions;
mod tables;
