//! Reads results without Anchor, and returns the sum of one stat over several soccer matches: the accounts are their
//! results.

use linesman_result::{read, Account, Finality, Question, Sport};
use solana_account_info::AccountInfo;
use solana_program_entrypoint::{entrypoint, ProgramResult};
use solana_program_error::ProgramError;
use solana_pubkey::Pubkey;
use solana_sysvar::{clock::Clock, Sysvar};

/// The programs to be trusted, on a local chain. Callers do not choose them: they would choose the answer.
const SETTLEMENT: Pubkey = Pubkey::from_str_const("7j9xUk1EeZtgvFejkzGFN3h3sw527k9Av9WGahgNVkgY");
const ORACLE: Pubkey = Pubkey::from_str_const("5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o");
/// How long a correction can be posted before a fact counts, s and slots.
const MINIMUM_AGE: u32 = 3_600;

entrypoint!(sum);

/// Instruction data, little endian: the stat key (u32); then for each account a fixture id (i64) and the time before
/// which no update of it counts (i64, Unix s). Fails with the number of the reader's refusal.
///
/// No number alone means that there is no answer. A caller that refunds asks `linesman_result::absent`.
fn sum(_program: &Pubkey, results: &[AccountInfo], data: &[u8]) -> ProgramResult {
    let (key, fixtures) = data.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
    let (key, clock) = (u32::from_le_bytes(*key), Clock::get()?);
    let fixtures = fixtures.as_chunks::<8>().0.as_chunks::<2>().0;
    if results.len() < fixtures.len() {
        return Err(ProgramError::NotEnoughAccountKeys);
    }
    let mut sum = 0_i64;
    for (result, [fixture, not_before]) in results.iter().zip(fixtures) {
        let question = Question {
            settlement_program: SETTLEMENT.as_array(),
            oracle_program: ORACLE.as_array(),
            fixture_id: i64::from_le_bytes(*fixture),
            sport: Sport::Soccer,
            finality: Finality::Finalised,
            attesters: None,
            not_before: i64::from_le_bytes(*not_before),
            minimum_age: MINIMUM_AGE,
            now: clock.unix_timestamp,
            slot: clock.slot,
        };
        let data = result.try_borrow_data()?;
        let account = Account { address: result.key.as_array(), owner: result.owner.as_array(), data: &data };
        let fact = read(&account, &question, key).map_err(|refusal| ProgramError::Custom(refusal as u32))?;
        sum += i64::from(fact.value);
    }
    solana_cpi::set_return_data(&sum.to_le_bytes());
    Ok(())
}
