use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    error::SettlementError,
    event::Swept,
    state::Market,
    token::{PlainMint, PlainTokenAccount, Vault},
};

#[derive(Accounts)]
pub struct Sweep<'info> {
    #[account(mut)]
    pub market: Box<Account<'info, Market>>,
    #[account(mut)]
    pub vault: Box<InterfaceAccount<'info, PlainTokenAccount>>,
    pub mint: Box<InterfaceAccount<'info, PlainMint>>,
    /// CHECK: the fee account of the terms, by address; read when there is something to send.
    #[account(mut)]
    pub fee_account: UncheckedAccount<'info>,
    pub token_program: Interface<'info, TokenInterface>,
}

/// Sends everything that a decided market's vault does not owe to the fee account: fee, dust, and what strangers have
/// sent. Anybody may. A fee account that cannot receive stops this and nothing else.
pub fn sweep(ctx: Context<Sweep>) -> Result<()> {
    let accounts = ctx.accounts;
    let market = &accounts.market;
    let key = market.key();
    market.check_address(&key)?;
    market.check_vault(&key, &accounts.vault.key())?;
    market.check_mint(&accounts.mint, accounts.token_program.key)?;
    market.check_decided()?;
    let vault =
        Vault { market, account: &accounts.vault, mint: &accounts.mint, token_program: &accounts.token_program };
    sweep_vault(&vault, &accounts.fee_account)?;
    accounts.vault.reload()?;
    accounts.market.invariant(accounts.vault.amount)
}

/// Sends `vault.amount − owed` to the fee account. With nothing to send the fee account need not exist any more.
pub fn sweep_vault<'info>(vault: &Vault<'_, 'info>, fee_account: &AccountInfo<'info>) -> Result<()> {
    let terms = &vault.market.terms;
    require_keys_eq!(*fee_account.key, terms.fee_account, SettlementError::WrongFeeAccount);
    let amount = vault.account.amount.checked_sub(vault.market.owed).ok_or(SettlementError::VaultInvariant)?;
    emit!(Swept { market: vault.market.key(), amount });
    if amount > 0 {
        PlainTokenAccount::read(fee_account, vault.token_program.key, &terms.mint)?;
        vault.send(fee_account.clone(), amount)?;
    }
    Ok(())
}
