use anchor_lang::prelude::*;
use linesman_wire::mark;

use super::{Conditions, PoolAccount};
use crate::{
    error::SettlementError,
    event::Swept,
    owner::check_owner,
    state::{Pool, PoolInPlace, PoolSigner},
    token::{Mint, TokenAccount, Vault},
};

/// The accounts around the vault of a decided market or parlay.
pub struct Leftovers<'a, 'info> {
    /// The market or parlay.
    pub holder: &'a AccountInfo<'info>,
    pub vault: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub fee_account: &'a AccountInfo<'info>,
    pub token_program: &'a Pubkey,
}

/// The tokens in the vault of a decided market or parlay that it does not owe: the fee, dust and stray transfers.
pub struct CheckedLeftovers<'a, 'info> {
    accounts: Leftovers<'a, 'info>,
    pub pool: Pool,
    conditions: Conditions,
    signer: PoolSigner,
    vault: TokenAccount,
    mint: Mint,
}

impl<'a, 'info> Leftovers<'a, 'info> {
    /// Checks that the accounts belong together (2006, 6230, 6231, 2022, 6232) and that the holder is decided (6226).
    #[inline(always)]
    pub fn check<P: PoolAccount>(self) -> Result<CheckedLeftovers<'a, 'info>> {
        mark("entrance");
        let key = self.holder.key;
        check_owner(self.holder, &[crate::ID])?;
        let vault = TokenAccount::base(self.vault)?;
        let mint = Mint::base(self.mint)?;
        let mut data = self.holder.try_borrow_mut_data()?;
        let holder = PoolInPlace::<P>::read(key, &mut data)?;
        holder.check_vault(key, self.vault.key)?;
        let conditions = holder.conditions()?;
        conditions.check_mint(self.mint, self.token_program)?;
        require_keys_eq!(*self.fee_account.key, conditions.fee_account, SettlementError::WrongFeeAccount);
        holder.check_decided()?;
        let (signer, pool) = (holder.signer(), holder.pool);
        drop(data);
        mark("accounts");
        Ok(CheckedLeftovers { accounts: self, pool, conditions, signer, vault, mint })
    }
}

impl<'info> CheckedLeftovers<'_, 'info> {
    /// Sends `vault.amount − owed` to the fee account. If there is nothing to send, the fee account may be closed.
    pub fn sweep(self) -> Result<()> {
        let Leftovers { vault, fee_account, token_program, .. } = self.accounts;
        let amount = self.amount()?;
        if amount > 0 {
            TokenAccount::base_of(fee_account, token_program, &self.conditions.mint)?;
        }
        self.send(amount)?;
        mark("event and transfer");
        self.pool.invariant(true, TokenAccount::base(vault)?.amount)
    }

    /// Sweeps and closes the vault; its rent goes to `to`. Nothing may be owed any more. Returns the amount that the
    /// fee account cannot receive. The vault then stays open, so that a fee account that is closed, frozen or has
    /// extensions does not block closing the market or parlay.
    pub fn close_vault(self, to: &AccountInfo<'info>) -> Result<u64> {
        require_eq!(self.pool.owed, 0, SettlementError::VaultInvariant);
        let amount = self.amount()?;
        if amount > 0 && !self.can_send() {
            return Ok(amount);
        }
        self.send(amount)?;
        self.vault().close(self.accounts.holder, &self.signer, to)?;
        Ok(0)
    }

    /// The amount that is not owed.
    fn amount(&self) -> Result<u64> {
        Ok(self.vault.amount.checked_sub(self.pool.owed).ok_or(SettlementError::VaultInvariant)?)
    }

    /// Whether a transfer to the fee account is certain to succeed: neither account is frozen, and the fee account is
    /// plain.
    fn can_send(&self) -> bool {
        let Leftovers { fee_account, token_program, .. } = self.accounts;
        let fee_account = TokenAccount::plain_of(fee_account, token_program, &self.conditions.mint);
        !self.vault.frozen && fee_account.is_ok_and(|account| !account.frozen)
    }

    fn send(&self, amount: u64) -> Result<()> {
        let Leftovers { holder, fee_account, .. } = self.accounts;
        emit!(Swept { pool: *holder.key, amount });
        self.vault().send(holder, &self.signer, fee_account, amount, self.mint)
    }

    fn vault(&self) -> Vault<'_, 'info> {
        let Leftovers { vault, mint, token_program, .. } = self.accounts;
        Vault { account: vault, mint, token_program }
    }
}
