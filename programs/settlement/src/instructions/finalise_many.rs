use anchor_lang::prelude::*;
use linesman_wire::mark;

use super::each_market;
use crate::terms::ClosingTerms;

/// Remaining accounts: the markets, writable. Any number of them.
#[derive(Accounts)]
pub struct FinaliseMany {}

/// Makes every proposal final whose window is over, and skips the other markets. Anybody may call this.
///
/// `finalise` compares the vault with the debt afterwards. This does not need the vaults: it moves no tokens, tokens
/// leave a vault only with a claim or a sweep, which leave what is owed, and the debt does not grow here, which is
/// checked for each market. So a vault that covered the debt before covers it now.
pub fn finalise_many<'info>(ctx: Context<'info, FinaliseMany>) -> Result<()> {
    mark("entrance");
    let now = Clock::get()?;
    each_market::<ClosingTerms>(ctx.remaining_accounts, |market, terms| market.standing().finalise(terms, &now))
}
