//! Setters that several requests share.

/// Declares a setter of a request, in its `impl`: `timeout`, or `limit`, which may be in one of its fields.
macro_rules! setter {
    ($(#[$attribute:meta])* timeout) => {
        setter!($(#[$attribute])* timeout "Sets the timeout of each of its calls.");
    };
    ($(#[$attribute:meta])* timeout $doc:literal) => {
        #[doc = $doc]
        $(#[$attribute])*
        pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
            self.connection.options.timeout = timeout;
            self
        }
    };
    (limit($items:ident: $number:ty) $(in $within:ident)? $doc:literal) => {
        #[doc = $doc]
        pub fn limit(mut self, $items: $number) -> Self {
            self.$($within.)?limit = Some($items);
            self
        }
    };
}

/// Makes a request awaitable, by its method `send`: `Type<Parameters> => Output`.
macro_rules! awaitable {
    ($type:ident$(<$parameter:ident: $bound:ident>)? => $output:ty) => {
        impl$(<$parameter: $bound + 'static>)? IntoFuture for $type$(<$parameter>)? {
            type Output = Result<$output, Error>;
            type IntoFuture = BoxFuture<'static, Self::Output>;

            fn into_future(self) -> Self::IntoFuture {
                Box::pin(self.send())
            }
        }
    };
}
