#[entry(json)]
struct Mail {
    #[index(tag = 1)]
    from: String,
    #[index(tag = 2, native)]
    sent: Timestamp,
    subject: String,
}
