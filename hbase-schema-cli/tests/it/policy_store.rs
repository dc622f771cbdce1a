//! Policies in a store: results that depend on its clock.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const WEATHER: &str = "tests/policies/weather.json";
const CALLS: &str = "tests/policies/calls.json";

fn run(arguments: &[&str], url: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("policy")
        .args(arguments)
        .args(["--url", url, "--json"])
        .output()
        .unwrap()
}

/// The result of a command that succeeds.
fn result(arguments: &[&str], url: &str) -> Value {
    let output = run(arguments, url);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The error of a command that fails with this status.
fn error(arguments: &[&str], url: &str, status: i32) -> Value {
    let output = run(arguments, url);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    let document: Value = serde_json::from_slice(&output.stderr).unwrap();
    document["error"].clone()
}

fn file(path: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn a_policy_is_replaced_on_request_only_and_its_versions_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().join("store").display());
    let push = |file: &'static str| ["push", file, "--name", "shared"];

    assert_eq!(result(&push(WEATHER), &url)["outcome"], "created");
    assert_eq!(result(&push(WEATHER), &url)["outcome"], "unchanged");
    let refused = error(&push(CALLS), &url, 1);
    assert_eq!(refused["what"], "the store has another policy `shared`");
    assert!(refused["help"].as_str().unwrap().contains("`--replace`"));
    assert_eq!(result(&["pull", "shared"], &url)["policy"], file(WEATHER));

    let replaced = result(&[&push(CALLS)[..], &["--replace"]].concat(), &url);
    assert_eq!(replaced["outcome"], "replaced");
    let newest = result(&["pull", "shared"], &url);
    assert_eq!(newest["policy"], file(CALLS));

    let versions = result(&["list", "shared"], &url);
    let versions = versions["policies"].as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0]["timestamp"], newest["timestamp"]);
    assert_eq!(versions[1]["time"], replaced["replaced"]);
    assert_eq!(
        versions[0]["columns"],
        serde_json::json!(["CALLER", "STARTED"])
    );
    let timestamp = versions[1]["timestamp"].to_string();
    let older = result(&["pull", "shared", "--version", &timestamp], &url);
    assert_eq!(older["policy"], file(WEATHER));
    let none = error(&["pull", "shared", "--version", "1"], &url, 2);
    assert_eq!(none["what"], "the policy `shared` has no such version");
    assert!(none["expected"].as_str().unwrap().contains(&timestamp));
}

#[test]
fn policies_are_listed_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().join("store").display());
    for name in ["é", "weather", "a b"] {
        result(&["push", WEATHER, "--name", name], &url);
    }
    let listed = result(&["list"], &url);
    let listed = listed["policies"].as_array().unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|policy| policy["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["a b", "weather", "é"]);
}

/// If two loaders push different policies at the same time, one gets an error.
#[test]
fn a_name_is_taken_once() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().join("store").display());
    assert_eq!(
        result(&["push", WEATHER, "--name", "x"], &url)["outcome"],
        "created"
    );
    let error = error(&["push", CALLS, "--name", "x"], &url, 1);
    assert!(error["found"].as_str().unwrap().contains("PUBLISH_TIME"));
}
