use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use super::create_with;
use crate::{error::SettlementError, pool::VaultCreation, seed, state::ProofBuffer, terms::Terms, token::MoneyMint};

#[derive(Accounts)]
#[instruction(id: u64)]
pub struct CreateMarketFromBuffer<'info> {
    /// Pays; the only one who may close the market when all is paid out.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// CHECK: made here, at its address.
    #[account(mut, seeds = [seed::MARKET, creator.key().as_ref(), &id.to_le_bytes()], bump)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: made here, at its address.
    #[account(mut, seeds = [seed::VAULT, market.key().as_ref()], bump)]
    pub vault: UncheckedAccount<'info>,
    /// That of the terms, and of the token program: `VaultCreation::check`.
    pub mint: Box<InterfaceAccount<'info, MoneyMint>>,
    /// CHECK: the account of the terms, read as a token account of the mint: `VaultCreation::check`.
    pub fee_account: UncheckedAccount<'info>,
    /// CHECK: the oracle program's `Config`, looked at only when the terms have a signer: `check_signer`.
    pub oracle_config: UncheckedAccount<'info>,
    /// Owner: the constraint; address: the handler; content: `ProofBuffer::content`.
    // IMPORTANT: the creator's own. Somebody else could close theirs and make it again with other terms.
    #[account(constraint = buffer.owner == creator.key() @ SettlementError::WrongBuffer)]
    pub buffer: Box<Account<'info, ProofBuffer>>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// As `create_market`, with the terms from a complete buffer of the creator.
pub fn create_market_from_buffer(ctx: Context<CreateMarketFromBuffer>, id: u64) -> Result<()> {
    let accounts = ctx.accounts;
    let buffer = &accounts.buffer;
    buffer.check_address(&buffer.key())?;
    let account: &AccountInfo = buffer.as_ref().as_ref();
    let terms = Terms::read(buffer.content(&account.try_borrow_data()?)?)?;
    let vault = VaultCreation {
        creator: &accounts.creator,
        authority: &accounts.market,
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: &accounts.token_program,
    };
    create_with(vault, &accounts.oracle_config, ctx.bumps.market, ctx.bumps.vault, id, terms)
}
