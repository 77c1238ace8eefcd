use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    pool::Leftovers,
    state::Market,
    token::{BaseMint, BaseTokenAccount},
};

#[derive(Accounts)]
pub struct Sweep<'info> {
    /// Address and layout: `Leftovers::check`.
    #[account(mut)]
    pub market: Box<Account<'info, Market>>,
    /// Address: `Leftovers::check`.
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
    /// That of the terms, and of the token program: `Leftovers::check`.
    pub mint: Box<InterfaceAccount<'info, BaseMint>>,
    /// CHECK: the fee account of the terms, by address: `Leftovers::check`; read when there is something to send.
    #[account(mut)]
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
}

/// Sends everything that a decided market's vault does not owe to the fee account: fee, dust, and what strangers have
/// sent. Anybody may. A fee account that cannot receive stops this and nothing else.
pub fn sweep(ctx: Context<Sweep>) -> Result<()> {
    let accounts = ctx.accounts;
    let leftovers = Leftovers {
        holder: &accounts.market,
        vault: &mut accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: &accounts.token_program,
    };
    leftovers.check()?;
    leftovers.sweep()
}
