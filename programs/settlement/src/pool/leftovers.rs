use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use super::PoolAccount;
use crate::{
    error::SettlementError,
    event::Swept,
    token::{PlainMint, PlainTokenAccount, Vault},
};

/// What the vault of a decided market or parlay does not owe: fee, dust, and what strangers have sent.
pub struct Leftovers<'a, 'info, P: PoolAccount> {
    pub holder: &'a Account<'info, P>,
    pub vault: &'a mut InterfaceAccount<'info, PlainTokenAccount>,
    pub mint: &'a InterfaceAccount<'info, PlainMint>,
    pub fee_account: &'a AccountInfo<'info>,
    pub token_program: &'a Interface<'info, TokenInterface>,
}

impl<'info, P: PoolAccount> Leftovers<'_, 'info, P> {
    /// The accounts belong together, and the holder is decided (6226).
    pub fn check(&self) -> Result<()> {
        let key = self.holder.key();
        self.holder.check_address(&key)?;
        self.holder.check_vault(&key, &self.vault.key())?;
        self.holder.check_mint(self.mint, self.token_program.key)?;
        self.holder.check_decided()
    }

    /// Sends `vault.amount − owed` to the fee account, after [`Self::check`].
    pub fn sweep(self) -> Result<()> {
        self.send()?;
        self.vault.reload()?;
        self.holder.invariant(self.vault.amount)
    }

    /// Sweeps and closes the vault, after [`Self::check`]; its rent goes to `to`. Nothing may be owed any more.
    pub fn close_vault(self, to: AccountInfo<'info>) -> Result<()> {
        require_eq!(self.holder.pool().owed, 0, SettlementError::VaultInvariant);
        self.send()?;
        self.vault().close(to)
    }

    /// With nothing to send the fee account need not exist any more.
    fn send(&self) -> Result<()> {
        let conditions = self.holder.conditions();
        require_keys_eq!(*self.fee_account.key, *conditions.fee_account, SettlementError::WrongFeeAccount);
        let owed = self.holder.pool().owed;
        let amount = self.vault.amount.checked_sub(owed).ok_or(SettlementError::VaultInvariant)?;
        emit!(Swept { market: self.holder.key(), amount });
        if amount > 0 {
            PlainTokenAccount::read(self.fee_account, self.token_program.key, conditions.mint)?;
            self.vault().send(self.fee_account.clone(), amount)?;
        }
        Ok(())
    }

    fn vault(&self) -> Vault<'_, 'info, P> {
        Vault { holder: self.holder, account: self.vault, mint: self.mint, token_program: self.token_program }
    }
}
