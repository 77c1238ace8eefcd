use anchor_lang::prelude::*;

use crate::{error::SettlementError, event::ResultClosed, state::MatchResult};

/// How long after its latest fact a result can be read, at least, s. Posting ends 90 days after the event, so no event
/// of a closed result can be posted again, and a contradiction cannot be forgotten.
const KEPT: i64 = 180 * 86_400;

#[derive(Accounts)]
pub struct CloseResult<'info> {
    #[account(mut)]
    pub payer: Signer<'info>,
    /// The payer is checked by the constraint, the address in the handler.
    #[account(mut, close = payer, has_one = payer @ SettlementError::UnauthorizedPayer)]
    pub result: Box<Account<'info, MatchResult>>,
}

/// Closes a result, 180 days after its latest fact, and returns the rent to whoever paid for its creation.
pub fn close_result(ctx: Context<CloseResult>) -> Result<()> {
    let result = &ctx.accounts.result;
    let key = result.key();
    result.check_address(&key)?;
    let account: &AccountInfo = result.as_ref().as_ref();
    let latest = MatchResult::latest(&account.try_borrow_data()?);
    require_gte!(Clock::get()?.unix_timestamp, latest.saturating_add(KEPT), SettlementError::ResultTooYoung);
    emit!(ResultClosed { result: key });
    Ok(())
}
