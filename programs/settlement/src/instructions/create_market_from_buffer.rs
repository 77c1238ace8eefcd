use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;
use linesman_wire::require_keys_eq;

use super::MarketCreation;
use crate::{error::SettlementError, pool::VaultCreation, seed, state::ProofBuffer, terms::Terms};

#[derive(Accounts)]
#[instruction(id: u64)]
pub struct CreateMarketFromBuffer<'info> {
    /// Pays. Only the creator may close the market, after everything is paid out.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::MARKET, creator.key().as_ref(), &id.to_le_bytes()], bump)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: created here, at its PDA.
    #[account(mut, seeds = [seed::VAULT, market.key().as_ref()], bump)]
    pub vault: UncheckedAccount<'info>,
    /// The mint of the terms, owned by the token program.
    /// CHECK: in `VaultCreation::check`.
    pub mint: UncheckedAccount<'info>,
    /// CHECK: the fee account of the terms, a token account of the mint: checked in `VaultCreation::check`.
    pub fee_account: UncheckedAccount<'info>,
    /// CHECK: the oracle program's `Config`; read in `check_signer`, only if the terms have a signer.
    pub oracle_config: UncheckedAccount<'info>,
    /// A complete buffer of the creator.
    /// CHECK: in the handler, after the mint.
    pub buffer: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
    pub system_program: Program<'info, System>,
}

/// Like `create_market`, with the terms from a complete buffer owned by the creator.
pub fn create_market_from_buffer(ctx: Context<CreateMarketFromBuffer>, id: u64) -> Result<()> {
    let accounts = ctx.accounts;
    let vault = VaultCreation {
        creator: &accounts.creator,
        authority: &accounts.market,
        vault: &accounts.vault,
        mint: &accounts.mint,
        fee_account: &accounts.fee_account,
        token_program: &accounts.token_program,
    };
    vault.check_type()?;
    let buffer = ProofBuffer::open(&accounts.buffer)?;
    // IMPORTANT: must belong to the creator. Another owner could close the buffer and recreate it with other terms.
    require_keys_eq!(buffer.owner, accounts.creator.key(), SettlementError::WrongBuffer);
    let terms = Terms::read(buffer.content(&accounts.buffer.try_borrow_data()?)?)?;
    let (bump, vault_bump) = (ctx.bumps.market, ctx.bumps.vault);
    let (oracle_config, attester_set) = (accounts.oracle_config.as_ref(), ctx.remaining_accounts.first());
    MarketCreation { vault, oracle_config, attester_set, id, bump, vault_bump }.create(terms)
}
