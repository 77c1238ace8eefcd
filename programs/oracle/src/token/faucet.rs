use anchor_lang::prelude::*;
use anchor_spl::token_interface::{self, MintTo};
use linesman_wire::require_keys_eq;

use super::account::{self, Associated};
use super::{ConfiguredMint, Making, TreasuryMint, STABLECOIN_SEED};
use crate::error::OracleError;
use crate::state::Config;

/// The test stablecoin, minted by its treasury.
pub struct Faucet<'a, 'info> {
    pub mint: &'a AccountInfo<'info>,
    /// The treasury; its address must have been checked.
    pub authority: &'a AccountInfo<'info>,
    /// Its canonical bump.
    pub bump: u8,
    pub token_program: &'a AccountInfo<'info>,
}

impl<'info> Faucet<'_, 'info> {
    /// Checks that the mint is the configured one (6020) and that the treasury is its mint authority (6019).
    pub fn check(&self, config: &Config) -> Result<()> {
        let mint = ConfiguredMint::read(self.mint, &config.stablecoin_mint, self.token_program.key)?;
        mint.check_mint_authority(self.authority.key)
    }

    /// Mints `amount` base units to an account of `owner` (6066, 6020, 6012), created if missing.
    pub fn issue(
        &self,
        to: &AccountInfo<'info>,
        owner: &AccountInfo<'info>,
        amount: u64,
        making: &Making<'_, 'info>,
    ) -> Result<()> {
        let Self { mint, authority, token_program, .. } = self;
        Associated { account: to, owner, mint, token_program }.make_if_missing(making)?;
        let before = account::read(to, mint.key, token_program.key)?;
        require_keys_eq!(before.owner, *owner.key, OracleError::InvalidOwner);
        let after = before.amount.checked_add(amount).ok_or(OracleError::Overflow)?;
        let accounts = MintTo { mint: (*mint).clone(), to: to.clone(), authority: (*authority).clone() };
        let bump = [self.bump];
        let seeds: [&[u8]; 2] = [STABLECOIN_SEED, &bump];
        token_interface::mint_to(CpiContext::new_with_signer(*token_program.key, accounts, &[&seeds]), amount)?;
        require_eq!(account::read(to, mint.key, token_program.key)?.amount, after, OracleError::CalculationError);
        Ok(())
    }
}
