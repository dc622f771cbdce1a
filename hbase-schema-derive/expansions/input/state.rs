/// The state of a contract.
enum State {
    #[code = "A"]
    Active,
    #[code = "C"]
    Closed,
}
