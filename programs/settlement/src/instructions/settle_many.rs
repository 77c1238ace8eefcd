use anchor_lang::{prelude::*, solana_program::log::sol_log_data};

use crate::{
    error::SettlementError,
    event::MarketSettled,
    result::{self, KnownResult},
    state::{Decided, MarketCopy, MarketInPlace, MatchResult, Shown},
    terms::TermsView,
};

/// Remaining accounts: the markets, writable. Any number of them.
#[derive(Accounts)]
pub struct SettleMany<'info> {
    /// CHECK: the result; owner, layout and address are checked in the handler, which reads it in place.
    pub result: UncheckedAccount<'info>,
}

/// Settles every market that the result decides, and skips the others. Anybody may call this.
///
/// The markets are not Anchor accounts, whose exit would end the batch for one bad market, and which would all be
/// decoded to the heap.
pub fn settle_many<'info>(ctx: Context<'info, SettleMany<'info>>) -> Result<()> {
    let account = &ctx.accounts.result;
    require_keys_eq!(*account.owner, crate::ID, ErrorCode::AccountOwnedByWrongProgram);
    let data = account.try_borrow_data()?;
    let head = MatchResult::try_deserialize(&mut &data[..])?;
    head.check_address(account.key)?;
    require!(!head.contradicted, SettlementError::ContradictedResult);
    let result = KnownResult { head: &head, records: MatchResult::records(&data) };
    let now = Clock::get()?.unix_timestamp;
    each_market(ctx.remaining_accounts, |market, terms| result::settle(market, terms, &result, now).map(|_: Shown| ()))
}

/// Changes each market by `change`, one after the other, and skips those that it refuses; fails (6256) if it refuses
/// all.
pub(super) fn each_market(
    markets: &[AccountInfo],
    change: impl Fn(&mut MarketCopy, &TermsView) -> Decided<()>,
) -> Result<()> {
    let mut settled = false;
    let mut refusal = None;
    for account in markets {
        match change_market(account, &change) {
            Ok(()) => settled = true,
            Err(error) => {
                refusal.get_or_insert((account.key, error));
            }
        }
    }
    if settled {
        return Ok(());
    }
    if let Some((market, error)) = refusal {
        msg!("{}: {}", market, error);
    }
    err!(SettlementError::NothingSettled)
}

/// Changes one market in place: all checks on a copy, one write, one event. Everything is read afresh, so a market that
/// was passed twice is seen as it is after the first time.
#[inline(always)]
fn change_market(account: &AccountInfo, change: impl Fn(&mut MarketCopy, &TermsView) -> Decided<()>) -> Decided<()> {
    if !account.is_writable || account.owner != &crate::ID {
        return Err(SettlementError::NotAMarket);
    }
    // The result itself may be among the markets, borrowed; it is none of them.
    let mut data = account.try_borrow_mut_data().map_err(|_| SettlementError::NotAMarket)?;
    let mut market = MarketInPlace::read(account.key, &mut data)?;
    change(&mut market.copy, &market.terms)?;
    let MarketCopy { state, proposal, .. } = market.write()?;
    // IMPORTANT: nothing that can fail follows the write: the batch goes on, and the write would stay.
    let event = MarketSettled {
        market: *account.key,
        state,
        outcome: proposal.outcome,
        order_key: proposal.order_key,
        since: proposal.since,
    };
    sol_log_data(&[&event.bytes()]);
    Ok(())
}
