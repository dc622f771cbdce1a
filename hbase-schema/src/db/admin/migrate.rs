//! Plans changes to tables, and applies them.

use hbase_backend::{Backend, BoxFuture, Capability, Deadline};
use hbase_model::TableChange;
use hbase_model::diff::{Action, Plan, Step, TableDiff};

use crate::db::connection::Connection;
use crate::db::error::{ApplyError, CallContext, Error, FailedStep};

const APPLY: &str = "apply";

/// Whether destructive steps, which delete cells, are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Destructive {
    /// They are skipped.
    LeaveOut,
    /// They are applied, after all others.
    CarryOut,
}

/// The result of [`Connection::apply`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Applied {
    /// The steps that were applied, in order.
    pub done: Vec<Step>,
    /// Destructive steps that were skipped.
    pub left_out: Vec<Step>,
    /// Steps that only `HBase`'s shell supports.
    pub by_hand: Vec<Step>,
}

impl Connection {
    /// Plans the steps from the live tables to the declared ones, without changing anything.
    ///
    /// Pass the diffs of all structs at once, so that a family that one struct of a table declares is
    /// not dropped for another struct that does not.
    ///
    /// # Errors
    /// [`Error::Backend`] if the namespaces cannot be listed.
    pub async fn plan(&self, diffs: &[TableDiff]) -> Result<Plan, Error> {
        let about = CallContext::call("plan");
        let has_namespaces = self.backend().capabilities().has(Capability::Namespaces);
        let namespaces = if has_namespaces {
            let listed = self.read(about, |backend, deadline| async move {
                backend.list_namespaces(deadline).await
            });
            Some(listed.await?)
        } else {
            None
        };
        Plan::of(diffs, namespaces.as_deref()).map_err(|error| about.request(error))
    }

    /// Applies a plan, step by step in its order, each once and with the timeout of a call.
    ///
    /// A new plan contains the remaining steps, also after a failure.
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// # use hbase_schema::db::Destructive;
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1", versions = 3)]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// let db = hbase_schema::connect("memory:").await?;
    /// let plan = db.plan(&[db.diff::<Weather>().await?]).await?;
    /// let applied = db.apply(&plan, Destructive::LeaveOut).await?;
    /// let statements: Vec<_> = applied.done.iter().map(|step| &*step.statement).collect();
    /// assert_eq!(
    ///     statements,
    ///     ["create_namespace 'DLQX'", "create 'DLQX:WEATHER_DATA', {NAME => 'D1', VERSIONS => 3}"]
    /// );
    /// db.verify::<Weather>().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Afterwards it records the layouts of the structs in their tables, in place of compatible ones. If that fails, as without the
    /// permission, `tracing` has a warning.
    ///
    /// A step that fails ends only the steps of its own table; a step without a response ends all.
    ///
    /// # Errors
    /// [`Error::Request`], before any step, if a table is blocked; [`Error::Layout`], before any step, if the rows of a table have
    /// another layout than its struct: [`adopt_layout`](Self::adopt_layout) records the struct nevertheless; [`Error::Apply`] if steps fail,
    /// after those of the other tables: it contains the failed, the applied and the undone steps, and
    /// statements for the undone ones.
    pub async fn apply(&self, plan: &Plan, destructive: Destructive) -> Result<Applied, Error> {
        if let Some(blocked) = plan.blocked.first() {
            let about = CallContext::table(APPLY, &blocked.table);
            return Err(about.request(&blocked.difference));
        }
        Self::check_planned(APPLY, plan)?;
        let mut steps: Vec<&Step> = plan.harmless.iter().collect();
        let mut applied = Applied {
            by_hand: plan.by_hand.clone(),
            ..Applied::default()
        };
        match destructive {
            Destructive::CarryOut => steps.extend(&plan.destructive),
            Destructive::LeaveOut => applied.left_out.clone_from(&plan.destructive),
        }
        let (mut failures, mut undone) = (Vec::<FailedStep>::new(), Vec::new());
        for step in steps {
            if failures.iter().any(|failed| failed.stops(step)) {
                undone.push(step.clone());
                continue;
            }
            match self.apply_step(step).await {
                Ok(()) => applied.done.push(step.clone()),
                Err(error) => {
                    let step = step.clone();
                    undone.push(step.clone());
                    failures.push(FailedStep { step, error });
                }
            }
        }
        let applied = unless_failed(applied, failures, undone)?;
        self.record_planned(APPLY, plan).await;
        Ok(applied)
    }

    async fn apply_step(&self, step: &Step) -> Result<(), Error> {
        let about = about(step);
        let backend = self.backend();
        let alters = matches!(step.action, Action::Alter(..));
        if alters && !backend.capabilities().has(Capability::AlterTable) {
            return Err(about.backend(hbase_backend::Error::Unsupported {
                backend: backend.name(),
                capability: Capability::AlterTable,
                instead: "run the statement in HBase's shell".to_owned(),
            }));
        }
        let done = self.call(about, |backend, deadline| async move {
            call(&*backend, &step.action, deadline).await
        });
        match done.await {
            Err(error) if exists_already(&step.action, &error) => Ok(()),
            answer => answer,
        }
    }
}

fn unless_failed(
    applied: Applied,
    failures: Vec<FailedStep>,
    undone: Vec<Step>,
) -> Result<Applied, Error> {
    if failures.is_empty() {
        return Ok(applied);
    }
    Err(Error::Apply(Box::new(ApplyError {
        done: applied.done,
        failures,
        undone,
        by_hand: applied.by_hand,
    })))
}

fn about(step: &Step) -> CallContext<'_> {
    match step.table() {
        Some(table) => CallContext::table(APPLY, table),
        None => CallContext::call(APPLY),
    }
}

fn call<'b>(
    backend: &'b dyn Backend,
    action: &'b Action,
    deadline: Deadline,
) -> BoxFuture<'b, hbase_backend::Result<()>> {
    match action {
        Action::CreateNamespace(name) => backend.create_namespace(name, deadline),
        Action::CreateTable(table) => backend.create_table(table, deadline),
        Action::Alter(table, change) => {
            let change: &'b TableChange = change;
            backend.alter_table(table, std::slice::from_ref(change), deadline)
        }
        other => {
            let what = format!("{other:?} is for HBase's shell");
            Box::pin(std::future::ready(Err(hbase_backend::Error::invalid(what))))
        }
    }
}

/// Whether another program has created the namespace meanwhile.
fn exists_already(action: &Action, error: &Error) -> bool {
    matches!(action, Action::CreateNamespace(_))
        && matches!(
            error.as_backend(),
            Some(hbase_backend::Error::NamespaceExists { .. })
        )
}
