//! Verifies an API answer offline: `cargo run -p linesman-wire --features json --example verify_answer -- \
//! examples/proofs/final-win-v3.json examples/roots/scores.json`.

use std::env::args;
use std::error::Error;
use std::fs::read_to_string;

use linesman_verifier::{Fact, Layout, Sha256, Trust};
use linesman_wire::json;

fn main() -> Result<(), Box<dyn Error>> {
    let [answer, roots] =
        [1, 2].map(|at| args().nth(at).ok_or("usage: verify_answer V3_ANSWER.json ROOTS_ACCOUNT.json"));
    let input = json::stat_v3(&read_to_string(answer?)?)?;
    // The file does not prove who owns the account: on chain, check its owner and address.
    let account = json::account_data(&read_to_string(roots?)?)?;
    let event = input
        .view()
        .and_then(|proof| proof.verify_in_account::<Sha256>(&account, Trust::Sport(Layout::Soccer)))
        .map_err(|error| format!("not proven: {error:?}, error {}", error.number()))?;
    println!("fixture {}, slot {} of day {}", event.fixture_id, event.time.slot, event.time.epoch_day);
    for fact in event.facts.as_slice() {
        match fact {
            Fact::Present { key, value, period } => println!("stat {key} = {value}, in period {period}"),
            Fact::Absent { key } => println!("stat {key} = 0, period not proven"),
        }
    }
    Ok(())
}
