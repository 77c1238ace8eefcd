use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    event::{Finalised, LegSettled, VoidReason, Voided},
    owner::check_owner,
    state::{MarketInPlace, Parlay, ParlayState, PoolKind},
    terms::splits_of,
};

#[derive(Accounts)]
pub struct SettleParlay<'info> {
    /// Address and layout are checked in the handler.
    // `dup`: the market cannot be the parlay, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup)]
    pub parlay: Box<Account<'info, Parlay>>,
    /// The leg's market.
    /// CHECK: owner, address and layout are checked in the handler, which reads it in place.
    /// `Parlay::copy_result` checks that it is the leg's market.
    #[cfg(not(feature = "idl-build"))]
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// The leg's market.
    // An IDL lists the types of decoded accounts only, and every instruction reads markets in place.
    #[cfg(feature = "idl-build")]
    #[account(mut)]
    pub market: Account<'info, crate::state::Market>,
}

/// Copies the result of one leg from its decided market and releases the market. The last leg decides the parlay: Void
/// if any leg is void, else yes if all are won, else no. If the parlay is already void, the market is only released.
/// Anybody may call this.
pub fn settle_parlay(ctx: Context<SettleParlay>, leg: u8) -> Result<()> {
    let SettleParlay { parlay, market } = ctx.accounts;
    let account: &AccountInfo = market.as_ref();
    let (key, market_key) = (parlay.key(), account.key());
    check_owner(account, &[crate::ID])?;
    parlay.check_address(&key)?;
    let mut data = account.try_borrow_mut_data()?;
    // The leg has the hash of the market's terms, so of them only the splits are read.
    let mut market = MarketInPlace::read_with(splits_of, &market_key, &mut data)?;
    let result = parlay.copy_result(leg, &market_key, &market)?;
    market.release()?;
    emit!(LegSettled { parlay: key, leg, market: market_key, result });

    let (state, owed) = (parlay.state, parlay.pool.owed);
    parlay.decide()?;
    let pool = &parlay.pool;
    match parlay.state {
        now if now == state => {}
        ParlayState::Final => {
            emit!(Finalised::of(PoolKind::Parlay, key, parlay.outcome, pool))
        }
        _ => emit!(Voided { kind: PoolKind::Parlay, pool: key, reason: VoidReason::Leg, owed: pool.owed }),
    }
    // No tokens move here, so the vault still covers the debt as long as the debt does not grow.
    require_gte!(owed, pool.owed, SettlementError::VaultInvariant);
    Ok(())
}
