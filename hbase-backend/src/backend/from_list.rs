//! The macro that generates traits and types from the list of a backend's calls.

/// Generates from the list the trait [`Backend`](super::Backend), and the types that wrap or replace a backend.
macro_rules! from_list {
    (
        ($dollar:tt)

        $(#[$about:meta])*
        pub trait Backend: fmt::Debug + Send + Sync + 'static;

        facts {$(
            $(#[$about_fact:meta])*
            fn $fact:ident() -> $value:ty $(= $value_by_default:expr)?;
        )*}

        calls {$(
            $(#[$about_call:meta])*
            $name:ident: fn $call:ident($($arg:ident: $type:ty),*) -> $result:ty
                $(= $default:path)?;
        )*}
    ) => {
        $(#[$about])*
        pub trait Backend: fmt::Debug + Send + Sync + 'static {
            $(method! {
                $(#[$about_fact])*
                fn $fact() -> $value $(= $value_by_default)?;
            })*
            $(method! {
                $(#[$about_call])*
                async fn $call($($arg: $type),*) -> $result $(= $default)?;
            })*
        }

        /// The method of one call; see [`calls`](crate::calls).
        #[doc(hidden)]
        #[macro_export]
        macro_rules! call {
            $(
                (
                    $call($dollar this:ident $(, $dollar $arg:ident)*, $dollar deadline:ident)
                        => $dollar future:expr
                ) => {
                    fn $call<'a>(
                        &'a $dollar this,
                        $($dollar $arg: $type,)*
                        $dollar deadline: $crate::Deadline,
                    ) -> $crate::BoxFuture<'a, $crate::Result<$result>> {
                        Box::pin($dollar future)
                    }
                };
            )*
        }

        /// A backend around another one: it forwards every call that it does not override.
        ///
        /// A type that implements `Layer` is a [`Backend`]. The facts are those of the
        /// [`inner`](Self::inner) backend, and every call passes [`around`](Self::around), which may
        /// do something before and after it, or not send it. Override a method to treat one fact or
        /// call in another way. A call that is added to [`Backend`] is forwarded too.
        ///
        /// ```
        /// use std::sync::Arc;
        /// use std::sync::atomic::{AtomicU64, Ordering};
        ///
        /// use hbase_backend::backend::{Call, Layer};
        /// use hbase_backend::{Backend, BoxFuture, Deadline, Result};
        ///
        /// /// Counts calls.
        /// #[derive(Debug)]
        /// struct Counting {
        ///     inner: Arc<dyn Backend>,
        ///     calls: AtomicU64,
        /// }
        ///
        /// impl Layer for Counting {
        ///     fn inner(&self) -> Arc<dyn Backend> {
        ///         Arc::clone(&self.inner)
        ///     }
        ///
        ///     fn around<'a, T, F>(
        ///         &'a self,
        ///         _: Call<'a>,
        ///         deadline: Deadline,
        ///         send: impl FnOnce(Arc<dyn Backend>, Deadline) -> F + Send + 'a,
        ///     ) -> BoxFuture<'a, Result<T>>
        ///     where
        ///         T: Send + 'a,
        ///         F: Future<Output = Result<T>> + Send + 'a,
        ///     {
        ///         self.calls.fetch_add(1, Ordering::Relaxed);
        ///         Box::pin(send(self.inner(), deadline))
        ///     }
        /// }
        /// ```
        pub trait Layer: fmt::Debug + Send + Sync + 'static {
            /// The backend that is wrapped.
            fn inner(&self) -> Arc<dyn Backend>;

            /// Carries out a call that is not overridden: `send` sends it to a backend. The default
            /// sends it to the [`inner`](Self::inner) one.
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
                let _ = call;
                Box::pin(send(self.inner(), deadline))
            }

            $(
                #[doc = concat!("[`Backend::", stringify!($fact), "`].")]
                fn $fact(&self) -> $value {
                    self.inner().$fact()
                }
            )*

            $(
                #[doc = concat!("[`Backend::", stringify!($call), "`].")]
                fn $call<'a>(
                    &'a self,
                    $($arg: $type,)*
                    deadline: Deadline,
                ) -> BoxFuture<'a, Result<$result>> {
                    let call = Call::new(CallName::$name, table_of!($($arg = $arg),*));
                    self.around(call, deadline, move |backend, deadline| async move {
                        backend.$call($($arg,)* deadline).await
                    })
                }
            )*
        }

        impl<L: Layer> Backend for L {
            $(
                fn $fact(&self) -> $value {
                    Layer::$fact(self)
                }
            )*

            $(
                fn $call<'a>(
                    &'a self,
                    $($arg: $type,)*
                    deadline: Deadline,
                ) -> BoxFuture<'a, Result<$result>> {
                    Layer::$call(self, $($arg,)* deadline)
                }
            )*
        }

        /// The name of a call of [`Backend`].
        ///
        /// It is exhaustive: if a call is added, a `match` without `_` no longer compiles. Each layer that
        /// treats calls differently then has to decide.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CallName {
            $(
                #[doc = concat!("[`Backend::", stringify!($call), "`].")]
                $name,
            )*
        }

        impl CallName {
            /// Every call.
            pub const EACH: &'static [Self] = &[$(Self::$name),*];

            /// The name of the method.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($call),)*
                }
            }
        }

        /// A backend whose calls all fail with the same error. It has the facts of another backend.
        #[derive(Clone, Debug)]
        pub struct Failing {
            error: Error,
            $($fact: $value,)*
        }

        impl Failing {
            /// A backend with the current facts of `backend`, whose calls fail with `error`.
            pub fn like(backend: &dyn Backend, error: Error) -> Self {
                Self {
                    error,
                    $($fact: backend.$fact(),)*
                }
            }
        }

        impl Backend for Failing {
            $(
                fn $fact(&self) -> $value {
                    self.$fact
                }
            )*

            $(
                fn $call<'a>(
                    &'a self,
                    $(_: $type,)*
                    _: Deadline,
                ) -> BoxFuture<'a, Result<$result>> {
                    Box::pin(std::future::ready(Err(self.error.clone())))
                }
            )*
        }
    };
}

/// A method of [`Backend`](super::Backend): a fact, or with `async` a call.
macro_rules! method {
    ($(#[$about:meta])* fn $fact:ident() -> $value:ty;) => {
        $(#[$about])*
        fn $fact(&self) -> $value;
    };
    ($(#[$about:meta])* fn $fact:ident() -> $value:ty = $default:expr;) => {
        $(#[$about])*
        fn $fact(&self) -> $value {
            $default
        }
    };
    (
        $(#[$about:meta])*
        async fn $call:ident($($arg:ident: $type:ty),*) -> $result:ty;
    ) => {
        $(#[$about])*
        fn $call<'a>(
            &'a self,
            $($arg: $type,)*
            deadline: Deadline,
        ) -> BoxFuture<'a, Result<$result>>;
    };
    (
        $(#[$about:meta])*
        async fn $call:ident($($arg:ident: $type:ty),*) -> $result:ty = $default:path;
    ) => {
        $(#[$about])*
        fn $call<'a>(
            &'a self,
            $($arg: $type,)*
            deadline: Deadline,
        ) -> BoxFuture<'a, Result<$result>> {
            Box::pin($default(self, $($arg,)* deadline))
        }
    };
}

/// The first argument, if it is the name of a table.
macro_rules! table_of {
    (table = $table:ident $(, $($rest:tt)*)?) => {
        Some($table)
    };
    ($($rest:tt)*) => {
        None
    };
}
