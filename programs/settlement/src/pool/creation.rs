use anchor_lang::prelude::*;
use anchor_spl::{
    token,
    token_interface::{self, InitializeAccount3, TokenInterface},
};
use linesman_wire::{create_account, require_keys_eq, NewAccount};

use crate::{
    error::SettlementError,
    seed,
    state::Pool,
    token::{Mint, TokenAccount},
};

/// The accounts that create the vault of a new market or parlay.
pub struct VaultCreation<'a, 'info> {
    pub creator: &'a AccountInfo<'info>,
    /// The market or parlay.
    pub authority: &'a AccountInfo<'info>,
    pub vault: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
    pub fee_account: &'a AccountInfo<'info>,
    pub token_program: &'a Interface<'info, TokenInterface>,
}

impl VaultCreation<'_, '_> {
    /// Checks that the mint is one (3012, 3007) and accepted (6208). Called before anything else is judged, as Anchor
    /// checks the types of accounts.
    pub fn check_type(&self) -> Result<()> {
        Mint::money(self.mint).map(|_: Mint| ())
    }

    /// Checks that mint and fee account are those of the terms (6231, 6232) and that the fee account can receive;
    /// otherwise the fee would be locked in the vault. The vault itself must not be the fee account.
    pub fn check(&self, mint: &Pubkey, fee_account: &Pubkey) -> Result<()> {
        require_keys_eq!(*self.mint.key, *mint, SettlementError::WrongMint);
        require_keys_eq!(*self.mint.owner, self.token_program.key(), ErrorCode::ConstraintMintTokenProgram);
        require_keys_eq!(*self.fee_account.key, *fee_account, SettlementError::WrongFeeAccount);
        require_keys_neq!(*self.fee_account.key, *self.vault.key, SettlementError::WrongFeeAccount);
        TokenAccount::plain_of(self.fee_account, self.token_program.key, mint)?;
        Ok(())
    }

    /// Creates the vault. The accepted mint extensions require none in token accounts, so every vault has the plain
    /// size.
    pub fn make(&self, vault_bump: u8) -> Result<()> {
        let bump = [vault_bump];
        let seeds = [seed::VAULT, self.authority.key.as_ref(), &bump];
        create_account(&NewAccount {
            account: self.vault,
            payer: self.creator,
            owner: self.token_program.key,
            space: token::TokenAccount::LEN,
            seeds: &seeds,
        })?;
        let accounts = InitializeAccount3 {
            account: self.vault.clone(),
            mint: self.mint.clone(),
            authority: self.authority.clone(),
        };
        token_interface::initialize_account3(CpiContext::new(self.token_program.key(), accounts))
    }

    /// Checks the invariant against the new vault's balance.
    pub fn invariant(&self, pool: &Pool) -> Result<()> {
        let vault = TokenAccount::base_of(self.vault, self.token_program.key, self.mint.key)?;
        pool.invariant(false, vault.amount)
    }
}
