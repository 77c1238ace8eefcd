//! Reads results without Anchor, and returns the sum of one stat over several matches: the accounts are their results.
//!
//! Here the caller asks, and gets the answer. A program that pays keeps the question in an account of its own, as
//! ../payout does: whoever chooses the trusted programs chooses the answer.

use linesman_result::{read, Account, Finality, Question, Sport};
use solana_account_info::AccountInfo;
use solana_program_entrypoint::{entrypoint, ProgramResult};
use solana_program_error::ProgramError;
use solana_pubkey::Pubkey;
use solana_sysvar::{clock::Clock, Sysvar};

entrypoint!(sum);

/// Instruction data, little endian: settlement program (32), oracle program (32), stat key (u32), minimum age (u32, s),
/// then the fixture ids (i64), one for each account. Fails with the discriminant of the reader's refusal.
fn sum(_program: &Pubkey, results: &[AccountInfo], data: &[u8]) -> ProgramResult {
    let (settlement_program, rest) = data.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
    let (oracle_program, rest) = rest.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
    let (key, rest) = rest.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
    let (age, fixtures) = rest.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
    let (key, minimum_age) = (u32::from_le_bytes(*key), u32::from_le_bytes(*age));
    let (sport, finality, now) = (Sport::Soccer, Finality::Finalised, Clock::get()?.unix_timestamp);
    let (mut sum, mut results) = (0_i64, results.iter());
    for fixture in fixtures.as_chunks().0 {
        let result = results.next().ok_or(ProgramError::NotEnoughAccountKeys)?;
        let fixture_id = i64::from_le_bytes(*fixture);
        let question = Question { settlement_program, oracle_program, fixture_id, sport, finality, minimum_age, now };
        let data = result.try_borrow_data()?;
        let account = Account { address: result.key.as_array(), owner: result.owner.as_array(), data: &data };
        let fact = read(&account, &question, key).map_err(|refusal| ProgramError::Custom(refusal as u32))?;
        sum += i64::from(fact.value);
    }
    solana_cpi::set_return_data(&sum.to_le_bytes());
    Ok(())
}
