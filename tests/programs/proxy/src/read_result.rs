//! `read_result`: the reader of results alone.

use anchor_lang::prelude::*;
use linesman_result::{read, Account, Finality, Question, Sport};

use crate::embedded::log_compute_units;

/// Accounts of `read_result`.
#[derive(Accounts)]
pub struct ReadResult<'info> {
    /// CHECK: the settlement program that the reader trusts.
    pub settlement_program: UncheckedAccount<'info>,
    /// CHECK: the result; the reader checks it.
    pub result: UncheckedAccount<'info>,
}

pub(crate) fn read_result(
    ctx: Context<ReadResult>,
    oracle_program: [u8; 32],
    fixture_id: i64,
    [sport, finality]: [u8; 2],
    minimum_age: u32,
    key: u32,
) -> Result<()> {
    let ReadResult { settlement_program, result } = ctx.accounts;
    let (data, clock) = (result.try_borrow_data()?, Clock::get()?);
    let question = Question {
        settlement_program: settlement_program.key.as_array(),
        oracle_program: &oracle_program,
        fixture_id,
        sport: Sport::from_byte(sport).ok_or(ErrorCode::InstructionDidNotDeserialize)?,
        finality: Finality::from_byte(finality).ok_or(ErrorCode::InstructionDidNotDeserialize)?,
        attesters: None,
        not_before: 0,
        minimum_age,
        now: clock.unix_timestamp,
        slot: clock.slot,
    };
    let account = Account { address: result.key.as_array(), owner: result.owner.as_array(), data: &data };
    log_compute_units();
    let fact = read(&account, &question, key);
    log_compute_units();
    match fact {
        Ok(fact) => msg!("fact {} {}", fact.value, fact.since),
        Err(refusal) => msg!("refused {}", refusal as u8),
    }
    Ok(())
}
