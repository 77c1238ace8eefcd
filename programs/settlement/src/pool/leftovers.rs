use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use super::PoolAccount;
use crate::{
    error::SettlementError,
    event::Swept,
    token::{BaseMint, BaseTokenAccount, PlainTokenAccount, Vault},
};

/// The tokens in the vault of a decided market or parlay that it does not owe: the fee, dust and stray transfers.
pub struct Leftovers<'a, 'info, P: PoolAccount> {
    pub holder: &'a Account<'info, P>,
    pub vault: &'a mut InterfaceAccount<'info, BaseTokenAccount>,
    pub mint: &'a InterfaceAccount<'info, BaseMint>,
    pub fee_account: &'a AccountInfo<'info>,
    pub token_program: &'a Interface<'info, TokenInterface>,
}

impl<'info, P: PoolAccount> Leftovers<'_, 'info, P> {
    /// Checks that the accounts belong together (2006, 6230, 6231, 2022, 6232) and that the holder is decided (6226).
    pub fn check(&self) -> Result<()> {
        let key = self.holder.key();
        self.holder.check_address(&key)?;
        self.holder.check_vault(&key, &self.vault.key())?;
        self.holder.check_mint(self.mint.as_ref(), self.token_program.key)?;
        let expected = self.holder.conditions().fee_account;
        require_keys_eq!(*self.fee_account.key, *expected, SettlementError::WrongFeeAccount);
        self.holder.check_decided()
    }

    /// Sends `vault.amount − owed` to the fee account. Call [`Self::check`] first. If there is nothing to send, the fee
    /// account may be closed.
    pub fn sweep(self) -> Result<()> {
        let amount = self.amount()?;
        if amount > 0 {
            let mint = self.holder.conditions().mint;
            BaseTokenAccount::read(self.fee_account, self.token_program.key, mint)?;
        }
        self.send(amount)?;
        self.vault.reload()?;
        self.holder.invariant(self.vault.amount)
    }

    /// Sweeps and closes the vault; its rent goes to `to`. Call [`Self::check`] first; nothing may be owed any more.
    /// Returns the amount that the fee account cannot receive. The vault then stays open, so that a fee account that is
    /// closed, frozen or has extensions does not block closing the market or parlay.
    pub fn close_vault(self, to: AccountInfo<'info>) -> Result<u64> {
        require_eq!(self.holder.pool().owed, 0, SettlementError::VaultInvariant);
        let amount = self.amount()?;
        if amount > 0 && !self.can_send() {
            return Ok(amount);
        }
        self.send(amount)?;
        self.vault().close(to)?;
        Ok(0)
    }

    /// The amount that is not owed.
    fn amount(&self) -> Result<u64> {
        let owed = self.holder.pool().owed;
        Ok(self.vault.amount.checked_sub(owed).ok_or(SettlementError::VaultInvariant)?)
    }

    /// Whether a transfer to the fee account is certain to succeed: neither account is frozen, and the fee account is
    /// plain.
    fn can_send(&self) -> bool {
        let mint = self.holder.conditions().mint;
        let fee_account = PlainTokenAccount::read(self.fee_account, self.token_program.key, mint);
        !self.vault.is_frozen() && fee_account.is_ok_and(|account| !account.is_frozen())
    }

    fn send(&self, amount: u64) -> Result<()> {
        emit!(Swept { pool: self.holder.key(), amount });
        self.vault().send(self.fee_account.clone(), amount)
    }

    fn vault(&self) -> Vault<'_, 'info, P> {
        Vault {
            holder: self.holder,
            account: self.vault,
            mint: self.mint.as_ref(),
            decimals: self.mint.decimals,
            token_program: self.token_program,
        }
    }
}
