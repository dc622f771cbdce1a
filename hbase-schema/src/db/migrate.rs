//! Plans, and what carries them out.

use std::sync::Arc;

use hbase_model::diff::{Action, Plan, Step, TableDiff};
use hbase_model::{Backend, BoxFuture, Capability, Deadline, TableChange};

use super::apply_error::{ApplyError, FailedStep};
use super::connection::Connection;
use super::error::{About, Error};

/// Whether steps by which cells vanish are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Destructive {
    /// They are left out.
    LeaveOut,
    /// They are carried out, after all others.
    CarryOut,
}

/// What [`Connection::apply`] did.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Applied {
    /// The steps that were carried out, in order.
    pub done: Vec<Step>,
    /// Destructive steps that were not asked for.
    pub left_out: Vec<Step>,
    /// Steps that only the shell does.
    pub by_hand: Vec<Step>,
}

impl Connection {
    /// The steps from the live tables to the declared ones. Nothing is changed.
    ///
    /// Give it the diffs of all structs at once: a family that one struct of a table declares is not
    /// dropped for another one that does not.
    ///
    /// # Errors
    /// [`Error::Backend`] where the namespaces cannot be listed.
    pub async fn plan(&self, diffs: &[TableDiff]) -> Result<Plan, Error> {
        let about = About::call("plan");
        let has_namespaces = self.backend().capabilities().has(Capability::Namespaces);
        let namespaces = if has_namespaces {
            let timeout = self.options.timeout;
            let listed = self
                .link
                .read(about, timeout, |backend, deadline| async move {
                    backend.list_namespaces(deadline).await
                });
            Some(listed.await?)
        } else {
            None
        };
        Plan::of(diffs, namespaces.as_deref()).map_err(|error| about.request(error))
    }

    /// Carries out a plan, step by step in its order, each once and within the timeout of a call.
    ///
    /// Planned again afterwards, what is left shows: a plan that failed half-way is taken up by the
    /// next one.
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
    /// A step that fails keeps only its own table from going on; where no answer comes at all, no
    /// further step is tried.
    ///
    /// # Errors
    /// [`Error::Request`], before anything is done, where a table is blocked; [`Error::Apply`] where
    /// steps fail, after those of the other tables: it says which ones and why, what was done, and has
    /// the statements for what was not.
    pub async fn apply(&self, plan: &Plan, destructive: Destructive) -> Result<Applied, Error> {
        if let Some(blocked) = plan.blocked.first() {
            let about = About::table("apply", &blocked.table);
            return Err(about.request(&blocked.difference));
        }
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
            match self.carry_out(step).await {
                Ok(()) => applied.done.push(step.clone()),
                Err(error) => {
                    let step = step.clone();
                    undone.push(step.clone());
                    failures.push(FailedStep { step, error });
                }
            }
        }
        ApplyError::unless_done(applied, failures, undone)
    }

    async fn carry_out(&self, step: &Step) -> Result<(), Error> {
        let about = about(step);
        let backend = self.backend();
        let alters = matches!(step.action, Action::Alter(..));
        if alters && !backend.capabilities().has(Capability::AlterTable) {
            return Err(about.backend(hbase_model::Error::Unsupported {
                backend: backend.name(),
                capability: Capability::AlterTable,
                instead: "run the statement in HBase's shell".to_owned(),
            }));
        }
        let timeout = self.options.timeout;
        let call = |backend: Arc<dyn Backend>, deadline| async move {
            call(&*backend, &step.action, deadline).await
        };
        let done = self.link.call(about, timeout, call).await;
        match done {
            Err(error) if is_there(&step.action, &error) => Ok(()),
            answer => answer,
        }
    }
}

fn about(step: &Step) -> About<'_> {
    match step.table() {
        Some(table) => About::table("apply", table),
        None => About::call("apply"),
    }
}

fn call<'b>(
    backend: &'b dyn Backend,
    action: &'b Action,
    deadline: Deadline,
) -> BoxFuture<'b, hbase_model::Result<()>> {
    match action {
        Action::CreateNamespace(name) => backend.create_namespace(name, deadline),
        Action::CreateTable(table) => backend.create_table(table, deadline),
        Action::Alter(table, change) => {
            let change: &'b TableChange = change;
            backend.alter_table(table, std::slice::from_ref(change), deadline)
        }
        other => {
            let what = format!("{other:?} is for HBase's shell");
            Box::pin(std::future::ready(Err(hbase_model::Error::invalid(what))))
        }
    }
}

/// Somebody else has made the namespace in between.
fn is_there(action: &Action, error: &Error) -> bool {
    matches!(action, Action::CreateNamespace(_))
        && matches!(
            error.as_backend(),
            Some(hbase_model::Error::NamespaceExists { .. })
        )
}
