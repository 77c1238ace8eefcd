use anchor_lang::prelude::*;
use anchor_spl::token_interface::{self, CloseAccount, TransferChecked};

use super::Mint;
use crate::state::PoolSigner;

/// The vault of a market or parlay, with its token transfers. The market or parlay signs as the authority.
pub struct Vault<'a, 'info> {
    pub account: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub token_program: &'a Pubkey,
}

impl<'info> Vault<'_, 'info> {
    /// Sends `amount` base units; nothing happens for 0.
    pub fn send(
        &self,
        authority: &AccountInfo<'info>,
        signer: &PoolSigner,
        to: &AccountInfo<'info>,
        amount: u64,
        mint: Mint,
    ) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        let accounts = TransferChecked {
            from: self.account.clone(),
            mint: self.mint.clone(),
            to: to.clone(),
            authority: authority.clone(),
        };
        let seeds = signer.seeds();
        let signers = [&seeds[..]];
        let context = CpiContext::new_with_signer(*self.token_program, accounts, &signers);
        token_interface::transfer_checked(context, amount, mint.decimals)
    }

    /// Closes the empty vault; its rent goes to `to`.
    pub fn close(&self, authority: &AccountInfo<'info>, signer: &PoolSigner, to: &AccountInfo<'info>) -> Result<()> {
        let accounts =
            CloseAccount { account: self.account.clone(), destination: to.clone(), authority: authority.clone() };
        let seeds = signer.seeds();
        let signers = [&seeds[..]];
        token_interface::close_account(CpiContext::new_with_signer(*self.token_program, accounts, &signers))
    }

    /// Takes `amount` base units from `source`, authorised by `authority`'s signature on the transaction.
    pub fn receive(
        &self,
        source: &AccountInfo<'info>,
        authority: &AccountInfo<'info>,
        amount: u64,
        mint: Mint,
    ) -> Result<()> {
        let accounts = TransferChecked {
            from: source.clone(),
            mint: self.mint.clone(),
            to: self.account.clone(),
            authority: authority.clone(),
        };
        let context = CpiContext::new(*self.token_program, accounts);
        token_interface::transfer_checked(context, amount, mint.decimals)
    }
}
