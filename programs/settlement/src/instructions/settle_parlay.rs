use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::{Finalised, LegSettled, Voided},
    pool::PoolAccount,
    state::{Market, Parlay, ParlayState},
};

#[derive(Accounts)]
pub struct SettleParlay<'info> {
    /// Address and layout are checked in the handler.
    // `dup` twice: parlay and market have different types, so they cannot be the same account.
    #[account(mut, dup)]
    pub parlay: Box<Account<'info, Parlay>>,
    /// Address and layout are checked in the handler; `Parlay::copy_result` checks that it is the leg's market.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
}

/// Copies the result of one leg from its decided market and releases the market. The last leg decides the parlay: Void
/// if any leg is void, else yes if all are won, else no. If the parlay is already void, the market is only released.
/// Anybody may call this.
pub fn settle_parlay(ctx: Context<SettleParlay>, leg: u8) -> Result<()> {
    let (parlay, market) = (&mut ctx.accounts.parlay, &mut ctx.accounts.market);
    let (key, market_key) = (parlay.key(), market.key());
    parlay.check_address(&key)?;
    market.check_address(&market_key)?;
    let result = parlay.copy_result(leg, &market_key, market)?;
    market.parlays = market.parlays.checked_sub(1).ok_or(SettlementError::MathOverflow)?;
    emit!(LegSettled { parlay: key, leg, market: market_key, result });

    let (state, owed) = (parlay.state, parlay.pool.owed);
    parlay.decide()?;
    let pool = &parlay.pool;
    match parlay.state {
        now if now == state => {}
        ParlayState::Final => {
            emit!(Finalised { pool: key, outcome: parlay.outcome, refund: pool.refund, fee: pool.fee, owed: pool.owed })
        }
        _ => emit!(Voided { pool: key, owed: pool.owed }),
    }
    // No tokens move here, so the vault still covers the debt as long as the debt does not grow.
    require_gte!(owed, pool.owed, SettlementError::VaultInvariant);
    Ok(())
}
