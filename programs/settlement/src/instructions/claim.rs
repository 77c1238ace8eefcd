use anchor_lang::prelude::*;
use anchor_spl::{associated_token::AssociatedToken, token_interface::TokenInterface};

use crate::{
    error::SettlementError,
    pool::Payment,
    state::{Market, Position},
    token::{BaseMint, BaseTokenAccount},
};

#[derive(Accounts)]
pub struct Claim<'info> {
    /// Address and layout: `Payment::pay`.
    // `dup` here and below: market, position and vault are of three kinds, so no two are one account; Anchor's own look
    // costs 1,500 units.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    /// Of this pool and owner: the constraints; address: `Payment::pay`.
    #[account(
        mut,
        dup,
        close = owner,
        constraint = position.pool == market.key() @ SettlementError::WrongPosition,
        has_one = owner @ SettlementError::WrongOwner
    )]
    pub position: Box<Account<'info, Position>>,
    /// CHECK: the owner of the position, by the position's own field. Gets its rent; signs only to name `destination`.
    #[account(mut)]
    pub owner: UncheckedAccount<'info>,
    /// Address: `Payment::pay`.
    #[account(mut, dup)]
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
    /// That of the terms, and of the token program: `Payment::pay`.
    pub mint: Box<InterfaceAccount<'info, BaseMint>>,
    /// CHECK: where the tokens go: the owner's associated token account, or what the owner says. Read when it is paid:
    /// `Payment::prepare_destination`.
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
        holder: &mut accounts.market,
        position: &accounts.position,
        owner: &accounts.owner,
        vault: &mut accounts.vault,
        mint: &accounts.mint,
        destination: &accounts.destination,
        payer: &accounts.payer,
        token_program: &accounts.token_program,
        associated_token_program: &accounts.associated_token_program,
        system_program: &accounts.system_program,
    };
    payment.pay()
}
