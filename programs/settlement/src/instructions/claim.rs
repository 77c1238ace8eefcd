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
    /// Address and layout are checked in `Payment::pay`.
    // `dup` here and below: market, position and vault have different types, so no two can be the same account, and
    // Anchor's duplicate check would cost 1,500 CU.
    #[account(mut, dup)]
    pub market: Box<Account<'info, Market>>,
    /// Pool and owner are checked by the constraints, the address in `Payment::pay`.
    #[account(
        mut,
        dup,
        close = owner,
        constraint = position.pool == market.key() @ SettlementError::WrongPosition,
        has_one = owner @ SettlementError::WrongOwner
    )]
    pub position: Box<Account<'info, Position>>,
    /// CHECK: `position.owner`, by `has_one`. Gets the rent; needs to sign only to choose `destination`.
    #[account(mut)]
    pub owner: UncheckedAccount<'info>,
    /// Address is checked in `Payment::pay`.
    #[account(mut, dup)]
    pub vault: Box<InterfaceAccount<'info, BaseTokenAccount>>,
    /// The mint of the terms, owned by the token program: checked in `Payment::pay`.
    pub mint: Box<InterfaceAccount<'info, BaseMint>>,
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
