use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token_interface::TokenInterface};

use crate::{
    pool::Payment,
    state::{Market, Position},
};

#[derive(Accounts)]
pub struct Claim<'info> {
    /// CHECK: the market; owner, address and layout are checked in `Payment::pay`, which reads it in place.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// Pool, owner and address are checked in `Payment::pay`.
    // `dup`: no other account here can be the position, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup, close = owner)]
    pub position: Box<Account<'info, Position>>,
    /// CHECK: `position.owner`, checked in `Payment::pay`. Gets the rent; needs to sign only to choose `destination`.
    #[account(mut)]
    pub owner: UncheckedAccount<'info>,
    /// CHECK: the vault; address is checked in `Payment::pay`.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// CHECK: the mint of the terms, owned by the token program: checked in `Payment::pay`.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: receives the tokens: the owner's associated token account, or the account that the signing owner chooses.
    /// Checked in `Payment::prepare_destination`, only if something is paid.
    #[account(mut)]
    pub destination: UncheckedAccount<'info>,
    /// Pays for the associated token account if it is missing.
    #[account(mut)]
    pub payer: Signer<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub associated_token_program: Program<'info, AssociatedToken>,
    pub system_program: Program<'info, System>,
}

/// Pays a position of a decided market and closes it.
pub fn claim(ctx: Context<Claim>) -> Result<()> {
    let accounts = ctx.accounts;
    let payment = Payment {
        holder: &accounts.market,
        position: &accounts.position,
        owner: &accounts.owner,
        vault: &accounts.vault,
        mint: &accounts.mint,
        destination: &accounts.destination,
        payer: &accounts.payer,
        token_program: &accounts.token_program,
        associated_token_program: accounts.associated_token_program.key,
        system_program: &accounts.system_program,
    };
    payment.pay::<Market>()
}
