//! Reads results without Anchor, and returns the sum of one stat over several soccer matches: the accounts are their
//! results.

use linesman_result::{read, Account, Finality, Question, Sport};
use solana_account_info::AccountInfo;
use solana_program_entrypoint::{entrypoint, ProgramResult};
use solana_program_error::ProgramError;
use solana_pubkey::Pubkey;
use solana_sysvar::{clock::Clock, Sysvar};

/// The programs to be trusted, on a local chain. Callers do not choose them: they would choose the answer.
const SETTLEMENT: Pubkey = Pubkey::from_str_const("EJTfEWTmYaFVNqFUTeSbLemMqSsxqtBStUkh97UfZWzS");
const ORACLE: Pubkey = Pubkey::from_str_const("5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o");
/// How long anybody can post a correction before a fact counts, s.
const MINIMUM_AGE: u32 = 3_600;

entrypoint!(sum);

/// Instruction data, little endian: the stat key (u32), then a fixture id (i64) for each account. Fails with the
/// discriminant of the reader's refusal.
fn sum(_program: &Pubkey, results: &[AccountInfo], data: &[u8]) -> ProgramResult {
    let (key, fixtures) = data.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
    let (key, fixtures, now) = (u32::from_le_bytes(*key), fixtures.as_chunks().0, Clock::get()?.unix_timestamp);
    if results.len() < fixtures.len() {
        return Err(ProgramError::NotEnoughAccountKeys);
    }
    let mut sum = 0_i64;
    for (result, fixture) in results.iter().zip(fixtures) {
        let question = Question {
            settlement_program: SETTLEMENT.as_array(),
            oracle_program: ORACLE.as_array(),
            fixture_id: i64::from_le_bytes(*fixture),
            sport: Sport::Soccer,
            finality: Finality::Finalised,
            minimum_age: MINIMUM_AGE,
            now,
        };
        let data = result.try_borrow_data()?;
        let account = Account { address: result.key.as_array(), owner: result.owner.as_array(), data: &data };
        let fact = read(&account, &question, key).map_err(|refusal| ProgramError::Custom(refusal as u32))?;
        sum += i64::from(fact.value);
    }
    solana_cpi::set_return_data(&sum.to_le_bytes());
    Ok(())
}
