//! Clocks that differ: a second KDC of the realm runs ahead.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hbase_schema_cluster_tests::secured::REALM;

use crate::errors::{error_of, file};
use crate::{by_keytab, cluster};

/// A KDC whose clock is ten minutes ahead.
struct Ahead {
    process: Child,
    krb5_conf: String,
}

impl Ahead {
    fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = free.local_addr().expect("a port").to_string();
        drop(free);
        let usual = std::env::var("HBASE_TEST_KDC").expect("the KDC");
        let with_address = |name: &str| {
            let path = cluster().directory().join("kdc").join(name);
            let text = std::fs::read_to_string(path).expect("the KDC's settings");
            file(&format!("ahead-{name}"), &text.replace(&usual, &address))
        };
        let krb5_conf = with_address("krb5.conf");
        let process = Command::new("krb5kdc")
            .args(["-n", "-r", REALM])
            .env("KRB5_CONFIG", &krb5_conf)
            .env("KRB5_KDC_PROFILE", with_address("kdc.conf"))
            .env("LD_PRELOAD", clock_library())
            .env("FAKETIME", "+10m")
            .stderr(Stdio::null())
            .spawn()
            .expect("a KDC");
        let ahead = Self { process, krb5_conf };
        let begun = Instant::now();
        while TcpStream::connect(&address).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{address}");
            std::thread::sleep(Duration::from_millis(20));
        }
        ahead
    }

    /// The settings of a client, with another line.
    fn krb5_conf(&self, line: &str) -> String {
        let text = std::fs::read_to_string(&self.krb5_conf).expect("krb5.conf");
        let text = text.replacen("[libdefaults]", &format!("[libdefaults]\n{line}"), 1);
        file(&format!("{}.conf", line.replace(' ', "")), &text)
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The library keeps the start of its clock in shared memory, which stays after a kill.
        let id = self.process.id();
        for name in [
            format!("faketime_shm_{id}"),
            format!("sem.faketime_sem_{id}"),
        ] {
            let _ = std::fs::remove_file(PathBuf::from("/dev/shm").join(name));
        }
    }
}

/// The library that shows a process another time.
fn clock_library() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").expect("/usr/lib").flatten();
    let files = folders.map(|folder| folder.path().join("faketime/libfaketime.so.1"));
    let library = files.into_iter().find(|file| file.exists());
    library.expect("Debian's package faketime")
}

#[tokio::test]
async fn clocks_that_differ_are_named() {
    let ahead = Ahead::start();
    let with = |line| {
        let conf = ahead.krb5_conf(line);
        by_keytab("alice", "privacy").set("hbase.schema.native.krb5.conf", conf)
    };
    // Between client and KDC.
    let error = error_of(with("kdc_timesync = false")).await;
    let expected = "the clock of this machine differs by 6";
    assert!(error.contains(expected), "{error}");
    assert!(
        error.contains("expected at most 2 s: synchronize both"),
        "{error}"
    );
    // The client follows the KDC's clock, but the server does not.
    let error = error_of(with("kdc_timesync = true")).await;
    assert!(error.contains("the server rejects the login"), "{error}");
    assert!(
        error.contains("the clocks of both machines differ"),
        "{error}"
    );
}
