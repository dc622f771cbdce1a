/// A user's number.
struct UserId(u64);
