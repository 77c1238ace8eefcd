use anchor_lang::prelude::*;
use anchor_spl::token_interface::{self, CloseAccount, TokenInterface, TransferChecked};

use super::BaseTokenAccount;
use crate::pool::{Identity, PoolAccount};

/// The vault of a market or parlay, with its token transfers. The holder signs as the authority.
pub struct Vault<'a, 'info, P: PoolAccount> {
    pub holder: &'a Account<'info, P>,
    pub account: &'a InterfaceAccount<'info, BaseTokenAccount>,
    pub mint: &'a AccountInfo<'info>,
    /// Decimals of the mint.
    pub decimals: u8,
    pub token_program: &'a Interface<'info, TokenInterface>,
}

impl<'info, P: PoolAccount> Vault<'_, 'info, P> {
    /// Sends `amount` base units; nothing happens for 0.
    pub fn send(&self, to: AccountInfo<'info>, amount: u64) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        let accounts = TransferChecked {
            from: self.account.to_account_info(),
            mint: self.mint.clone(),
            to,
            authority: self.holder.to_account_info(),
        };
        let Identity { creator, id, bump, .. } = self.holder.identity();
        let (id, bump) = (id.to_le_bytes(), [bump]);
        let seeds = [P::SEED, creator.as_ref(), &id, &bump];
        let signers = [&seeds[..]];
        let context = CpiContext::new_with_signer(self.token_program.key(), accounts, &signers);
        token_interface::transfer_checked(context, amount, self.decimals)
    }

    /// Closes the empty vault; its rent goes to `to`.
    pub fn close(&self, to: AccountInfo<'info>) -> Result<()> {
        let accounts = CloseAccount {
            account: self.account.to_account_info(),
            destination: to,
            authority: self.holder.to_account_info(),
        };
        let Identity { creator, id, bump, .. } = self.holder.identity();
        let (id, bump) = (id.to_le_bytes(), [bump]);
        let seeds = [P::SEED, creator.as_ref(), &id, &bump];
        let signers = [&seeds[..]];
        token_interface::close_account(CpiContext::new_with_signer(self.token_program.key(), accounts, &signers))
    }

    /// Takes `amount` base units from `source`, authorised by `authority`'s signature on the transaction.
    pub fn receive(&self, source: AccountInfo<'info>, authority: AccountInfo<'info>, amount: u64) -> Result<()> {
        let accounts =
            TransferChecked { from: source, mint: self.mint.clone(), to: self.account.to_account_info(), authority };
        let context = CpiContext::new(self.token_program.key(), accounts);
        token_interface::transfer_checked(context, amount, self.decimals)
    }
}
