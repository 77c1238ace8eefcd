use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token_interface::TokenInterface};

use crate::{
    error::SettlementError,
    pool::Payment,
    state::{Parlay, Position},
};

#[derive(Accounts)]
pub struct ClaimParlay<'info> {
    /// The parlay.
    /// CHECK: owner, address and layout in `Payment::pay`, which reads it in place.
    #[account(mut)]
    pub parlay: UncheckedAccount<'info>,
    /// The owner is checked by the constraint, pool and address in `Payment::pay`.
    // `dup`: no other account here can be the position, and Anchor's duplicate check would cost 600 CU.
    #[account(mut, dup, close = owner, has_one = owner @ SettlementError::WrongOwner)]
    pub position: Box<Account<'info, Position>>,
    /// CHECK: `position.owner`, by `has_one`. Gets the rent; needs to sign only to choose `destination`.
    #[account(mut)]
    pub owner: UncheckedAccount<'info>,
    /// The vault.
    /// CHECK: in `Payment::pay`.
    #[account(mut)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `Payment::pay`.
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

/// Pays a position of a decided parlay and closes it.
pub fn claim_parlay(ctx: Context<ClaimParlay>) -> Result<()> {
    let accounts = ctx.accounts;
    let payment = Payment {
        holder: &accounts.parlay,
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
    payment.pay::<Parlay>()
}
