//! What a program of your own asks of a proof it was given: `cargo run -p linesman-wire --features json --example \
//! in_your_program -- examples/proofs/final-win-v3.json examples/roots/scores.json`.

use std::env::args;
use std::error::Error as StdError;
use std::fs::read_to_string;

use linesman_verifier::{roots, Error, Fact, Layout, Sha256, Trust};
use linesman_wire::{json, StatValidationInputV3};

/// The roots account as the runtime hands it over.
struct Account<'a> {
    owner: [u8; 32],
    address: [u8; 32],
    data: &'a [u8],
}

/// What is asked about, and whose roots are believed.
struct Market {
    oracle: [u8; 32],
    fixture: i64,
}

type Score = (i32, i32);

/// The final score of a soccer match, or `None` while nothing proves that it is over.
fn final_score(market: &Market, roots: &Account<'_>, input: &StatValidationInputV3) -> Result<Option<Score>, Error> {
    let proof = input.view()?;
    let day = proof.check_form()?.epoch_day;
    let expected = roots::address::<Sha256>(&market.oracle, roots::SCORES_SEED, day, roots::bump(roots.data)?);
    if roots.owner != market.oracle || roots.address != expected {
        return Err(Error::InvalidOwner); // the verifier sees bytes only: whose roots they are is yours to check
    }
    let event = proof.verify_in_account::<Sha256>(roots.data, Trust::Sport(Layout::Soccer))?;
    let goals = |team| event.facts.as_slice().iter().find_map(|fact| goals_of(fact, team));
    Ok(goals(1).zip(goals(2)).filter(|_| event.fixture_id == market.fixture))
}

/// Only a stat that is present has a period; 100 is the end of the match.
fn goals_of(fact: &Fact, team: u32) -> Option<i32> {
    match fact {
        Fact::Present { key, value, period: 100 } if *key == team => Some(*value),
        _ => None,
    }
}

fn main() -> Result<(), Box<dyn StdError>> {
    let [answer, roots] = [1, 2].map(|at| args().nth(at).ok_or("give an answer of version 3 and a roots account"));
    let input = json::stat_v3(&read_to_string(answer?)?)?;
    let data = json::account_data(&read_to_string(roots?)?)?;
    // On chain the runtime says these; here they are what a deployment with this id would have.
    let oracle = [7; 32];
    let failed = |error: Error| format!("{error:?}, error {}", error.number());
    let day = input.view().and_then(|proof| proof.check_form()).map_err(failed)?.epoch_day;
    let bump = roots::bump(&data).map_err(failed)?;
    let address = roots::address::<Sha256>(&oracle, roots::SCORES_SEED, day, bump);
    let account = Account { owner: oracle, address, data: &data };
    let market = Market { oracle, fixture: input.fixture_summary.fixture_id };
    let score = final_score(&market, &account, &input).map_err(failed)?;
    println!("{score:?}");
    Ok(())
}
