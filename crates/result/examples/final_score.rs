//! A program that pays the winner of a match, without the runtime. Run with `cargo run --example final_score`.

use linesman_result::{check, Account, Finality, Question, Refusal, Sport};

/// The winner: participant 1 or 2, or 0 for a draw. In your program, the transaction names `account`, and `now`
/// and `slot` come from the clock.
fn winner(account: &Account<'_>, question: &Question<'_>) -> Result<u8, Refusal> {
    // Checked once for both facts. Goals of participant 1 and 2 have the keys 1 and 2.
    let result = check(account, question)?;
    let (first, second) = (result.fact(1)?.value, result.fact(2)?.value);
    Ok(match first.cmp(&second) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 0,
    })
}

fn main() {
    let (settlement_program, oracle_program) = ([3; 32], [1; 32]);
    let question = Question {
        settlement_program: &settlement_program,
        oracle_program: &oracle_program,
        fixture_id: 9_000_001,
        sport: Sport::Soccer,
        finality: Finality::Finalised,
        // The oracle alone is believed.
        attesters: None,
        // 95 minutes after kick-off: before that the match cannot be over, whatever an update says.
        not_before: 1_800_000_000 + 95 * 60,
        // A watcher has had an hour to post a correction.
        minimum_age: 3_600,
        now: 1_800_010_000,
        slot: 400_000_000,
    };
    // An account without posts is empty and belongs to the system program.
    let system_program = [0; 32];
    let account = Account { address: &[5; 32], owner: &system_program, data: &[] };
    assert_eq!(winner(&account, &question), Err(Refusal::NotAResult));
    println!("no result yet: {:?}", winner(&account, &question));
}
