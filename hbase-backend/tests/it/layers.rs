//! The calls that layers forward.

use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use hbase_backend::backend::{Call, CallName, Failing, Layer};
use hbase_backend::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Condition, Deadline,
    Error, Get, Increment, Mutation, Result, Scan, Upkeep,
};
use hbase_model::{TableDescriptor, TableName};

/// Facts that differ from the defaults.
#[derive(Debug)]
struct Facts;

impl Layer for Facts {
    fn inner(&self) -> Arc<dyn Backend> {
        unreachable!("every fact is overridden")
    }

    fn name(&self) -> &'static str {
        "facts"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(&[Capability::Filters])
    }

    fn retries(&self) -> u64 {
        7
    }

    fn concurrent_batches(&self) -> usize {
        3
    }

    fn now_ms(&self) -> Option<i64> {
        Some(11)
    }

    fn upkeep(&self) -> Upkeep {
        let mut upkeep = Upkeep::default();
        upkeep.compactions = 5;
        upkeep
    }
}

/// Overrides nothing.
#[derive(Debug)]
struct Plain(Arc<dyn Backend>);

impl Layer for Plain {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.0)
    }
}

/// Records calls.
#[derive(Debug)]
struct Recorder {
    inner: Arc<dyn Backend>,
    calls: Mutex<Vec<(CallName, bool)>>,
}

impl Recorder {
    fn over(inner: Arc<dyn Backend>) -> Arc<Self> {
        let calls = Mutex::default();
        Arc::new(Self { inner, calls })
    }

    fn names(&self) -> Vec<CallName> {
        let calls = self.calls.lock().unwrap();
        calls.iter().map(|(name, _)| *name).collect()
    }
}

impl Layer for Recorder {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn around<'a, T, F>(
        &'a self,
        call: Call<'a>,
        deadline: Deadline,
        send: impl FnOnce(Arc<dyn Backend>, Deadline) -> F + Send + 'a,
    ) -> BoxFuture<'a, Result<T>>
    where
        T: Send + 'a,
        F: Future<Output = Result<T>> + Send + 'a,
    {
        let has_table = call.table.is_some();
        self.calls.lock().unwrap().push((call.name, has_table));
        Box::pin(send(self.inner(), deadline))
    }
}

fn failing() -> Arc<dyn Backend> {
    Arc::new(Failing::like(&Facts, Error::invalid("failing")))
}

/// The error of a call that fails without waiting.
fn error<T: std::fmt::Debug>(mut call: BoxFuture<'_, Result<T>>) -> Error {
    let mut context = Context::from_waker(Waker::noop());
    match call.as_mut().poll(&mut context) {
        Poll::Ready(result) => result.unwrap_err(),
        Poll::Pending => panic!("the call waits"),
    }
}

/// The errors of all calls, in the order of [`CallName::EACH`].
fn call_each(backend: &dyn Backend) -> Vec<Error> {
    let name = TableName::parse("T").unwrap();
    let (name, by) = (&name, Deadline::after(Duration::from_secs(9)));
    let descriptor = TableDescriptor::new(name.clone());
    let put = || Mutation::new("row");
    let absent = Condition::Absent {
        family: b"D".to_vec(),
        qualifier: b"Q".to_vec(),
    };
    let check = || CheckAndMutate::new(absent.clone(), put());
    vec![
        error(backend.ping(by)),
        error(backend.create_namespace("n", by)),
        error(backend.drop_namespace("n", by)),
        error(backend.list_namespaces(by)),
        error(backend.create_table(&descriptor, by)),
        error(backend.drop_table(name, by)),
        error(backend.truncate_table(name, true, by)),
        error(backend.alter_table(name, &[], by)),
        error(backend.describe_table(name, by)),
        error(backend.split_points(name, by)),
        error(backend.is_table_enabled(name, by)),
        error(backend.list_tables(by)),
        error(backend.flush(name, by)),
        error(backend.major_compact(name, by)),
        error(backend.get(name, &Get::new("row"), by)),
        error(backend.get_many(name, &[], by)),
        error(backend.mutate(name, put(), by)),
        error(backend.mutate_many(name, vec![put()], by)),
        error(backend.check_and_mutate(name, check(), by)),
        error(backend.check_and_mutate_many(name, vec![check()], by)),
        error(backend.increment(name, Increment::new("row"), by)),
        error(backend.append(name, Append::new("row"), by)),
        error(backend.scan(name, Scan::new(), by)),
    ]
}

#[track_caller]
fn assert_same_facts(backend: &dyn Backend) {
    assert_eq!(backend.name(), "facts");
    assert_eq!(backend.capabilities(), Layer::capabilities(&Facts));
    assert_eq!((backend.retries(), backend.concurrent_batches()), (7, 3));
    assert_eq!(backend.now_ms(), Some(11));
    assert_eq!(backend.upkeep().compactions, 5);
}

#[test]
fn facts_are_those_of_the_inner_backend() {
    assert_same_facts(&*failing());
    assert_same_facts(&Plain(failing()));
    assert_same_facts(&*Recorder::over(failing()));
}

/// Even a call with a default: a layer forwards it instead.
#[test]
fn every_call_is_forwarded_as_the_same_call() {
    let inner = Recorder::over(failing());
    let errors = call_each(&Plain(inner.clone()));
    assert_eq!(inner.names(), CallName::EACH);
    let expected = Error::invalid("failing").to_string();
    assert!(errors.iter().all(|error| error.to_string() == expected));
}

#[test]
fn every_call_passes_around() {
    let layer = Recorder::over(failing());
    call_each(&*layer);
    assert_eq!(layer.names(), CallName::EACH);
    let calls = layer.calls.lock().unwrap();
    let without_table = calls.iter().filter(|(_, has_table)| !has_table);
    let without_table: Vec<_> = without_table.map(|(name, _)| name.as_str()).collect();
    let expected = [
        "ping",
        "create_namespace",
        "drop_namespace",
        "list_namespaces",
        "create_table",
        "list_tables",
    ];
    assert_eq!(without_table, expected);
}
