use anchor_lang::prelude::*;
use linesman_wire::{mark, require_keys_eq};

use super::Conditions;
use crate::{
    error::SettlementError,
    event::{Closed, Swept},
    owner::check_owner,
    state::{Pool, PoolInPlace, PoolKind, PoolSigner},
    token::{Mint, TokenAccount, Vault},
};

/// The accounts around the vault of a decided market or parlay.
pub struct Leftovers<'a, 'info> {
    /// The market or parlay.
    pub pool: &'a AccountInfo<'info>,
    pub vault: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub fee_account: &'a AccountInfo<'info>,
    pub token_program: &'a Pubkey,
}

/// The tokens in the vault of a decided market or parlay that it does not owe: the fee, dust and stray transfers.
struct CheckedLeftovers<'a, 'info> {
    accounts: Leftovers<'a, 'info>,
    kind: PoolKind,
    pool: Pool,
    conditions: Conditions,
    signer: PoolSigner,
    vault: TokenAccount,
    mint: Mint,
}

impl<'a, 'info> Leftovers<'a, 'info> {
    /// Sends `vault.amount − owed` to the fee account. If there is nothing to send, the fee account may be closed.
    pub fn sweep(self) -> Result<()> {
        let leftovers = self.check(None)?;
        let Leftovers { vault, fee_account, token_program, .. } = leftovers.accounts;
        let amount = leftovers.amount()?;
        if amount > 0 {
            TokenAccount::base_of(fee_account, token_program, &leftovers.conditions.mint)?;
        }
        leftovers.send(amount)?;
        mark("event and transfer");
        leftovers.pool.invariant(true, TokenAccount::base(vault)?.amount)
    }

    /// Sweeps, then closes the vault and the pool that nothing needs any more; the rent goes to the creator. If the fee
    /// account cannot receive the amount, the vault stays open, so that a fee account that is closed, frozen or has
    /// extensions does not block closing the pool.
    pub fn close(self, creator: &AccountInfo<'info>) -> Result<()> {
        let leftovers = self.check(Some(creator.key))?;
        require_eq!(leftovers.pool.owed, 0, SettlementError::VaultInvariant);
        let account = leftovers.accounts.pool;
        let amount = leftovers.amount()?;
        let left = if amount > 0 && !leftovers.can_send() { amount } else { 0 };
        if left == 0 {
            leftovers.send(amount)?;
            leftovers.vault().close(account, &leftovers.signer, creator)?;
        }
        emit!(Closed { kind: leftovers.kind, pool: *account.key, left });
        close_account(account, creator)
    }

    /// Checks that the accounts belong together (2006, 6230, 6231, 2022, 6232) and that the pool is decided (6226). For
    /// a creator who closes it, also that it is theirs (6233) and that nothing needs it any more (6227, 6249).
    #[inline(always)]
    fn check(self, closer: Option<&Pubkey>) -> Result<CheckedLeftovers<'a, 'info>> {
        mark("entrance");
        let key = self.pool.key;
        check_owner(self.pool, &[crate::ID])?;
        let vault = TokenAccount::base(self.vault)?;
        let mint = Mint::base(self.mint)?;
        let mut data = self.pool.try_borrow_mut_data()?;
        let found = PoolInPlace::read(key, &mut data)?;
        if let Some(closer) = closer {
            found.check_creator(closer)?;
        }
        found.check_vault(key, self.vault.key)?;
        let conditions = found.conditions()?;
        conditions.check_mint(self.mint, self.token_program)?;
        require_keys_eq!(*self.fee_account.key, conditions.fee_account, SettlementError::WrongFeeAccount);
        found.check_decided()?;
        if closer.is_some() {
            found.check_unused()?;
        }
        let (kind, signer, pool) = (found.kind, found.signer(), found.pool);
        drop(data);
        mark("accounts");
        Ok(CheckedLeftovers { accounts: self, kind, pool, conditions, signer, vault, mint })
    }
}

impl<'info> CheckedLeftovers<'_, 'info> {
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

    #[inline(never)]
    fn send(&self, amount: u64) -> Result<()> {
        let Leftovers { pool, fee_account, .. } = self.accounts;
        emit!(Swept { kind: self.kind, pool: *pool.key, amount });
        self.vault().send(pool, &self.signer, fee_account, amount, self.mint)
    }

    fn vault(&self) -> Vault<'_, 'info> {
        let Leftovers { vault, mint, token_program, .. } = self.accounts;
        Vault { account: vault, mint, token_program }
    }
}

/// Closes an account of this program; its rent goes to `to`.
fn close_account<'info>(account: &AccountInfo<'info>, to: &AccountInfo<'info>) -> Result<()> {
    to.add_lamports(account.lamports())?;
    **account.try_borrow_mut_lamports()? = 0;
    account.assign(&System::id());
    Ok(account.resize(0)?)
}
