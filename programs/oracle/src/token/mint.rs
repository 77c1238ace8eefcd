use anchor_lang::prelude::*;
use anchor_lang::solana_program::program_option::COption;
use anchor_spl::token_2022::spl_token_2022::{
    extension::{BaseStateWithExtensions, ExtensionType, StateWithExtensions},
    state::Mint,
};
use linesman_wire::{err, require, require_keys_eq};

use super::DECIMALS;
use crate::error::OracleError;

/// The extensions that the service token's mint may have: default account state (frozen), metadata and groups. Any
/// other could move, burn, pause or take a share of tokens. Where a pointer is allowed, the extension that it lets an
/// authority add later must be allowed too; otherwise an accepted mint could become unacceptable.
const ALLOWED: [ExtensionType; 7] = [
    ExtensionType::DefaultAccountState,
    ExtensionType::MetadataPointer,
    ExtensionType::TokenMetadata,
    ExtensionType::GroupPointer,
    ExtensionType::TokenGroup,
    ExtensionType::GroupMemberPointer,
    ExtensionType::TokenGroupMember,
];

/// A mint, checked as far as an instruction needs.
pub trait TreasuryMint: Sized {
    /// Reads and checks `mint` (6020).
    fn read(mint: &AccountInfo, configured: &Pubkey, token_program: &Pubkey) -> Result<Self>;
    /// The mint's base data.
    fn base(&self) -> &Mint;

    /// Checks that `authority` is the mint's freeze authority (6020).
    fn check_freeze_authority(&self, authority: &Pubkey) -> Result<()> {
        require!(self.base().freeze_authority == COption::Some(*authority), OracleError::InvalidMint);
        Ok(())
    }

    /// Checks that `authority` is the mint authority (6019).
    #[cfg(feature = "faucet")]
    fn check_mint_authority(&self, authority: &Pubkey) -> Result<()> {
        require!(self.base().mint_authority == COption::Some(*authority), OracleError::InvalidMintAuthority);
        Ok(())
    }
}

/// The configured mint, of the token program, with [`DECIMALS`] decimals. No authority can change these, so nothing
/// done to the mint later can stop holders from spending tokens or the admin from withdrawing them.
pub struct ConfiguredMint(Mint);

impl TreasuryMint for ConfiguredMint {
    fn read(mint: &AccountInfo, configured: &Pubkey, token_program: &Pubkey) -> Result<Self> {
        require_keys_eq!(*mint.key, *configured, OracleError::InvalidMint);
        require_keys_eq!(*mint.owner, *token_program, OracleError::InvalidMint);
        let data = mint.try_borrow_data()?;
        let state = StateWithExtensions::<Mint>::unpack(&data).map_err(|_| OracleError::InvalidMint)?;
        require_eq!(state.base.decimals, DECIMALS, OracleError::InvalidMint);
        Ok(Self(state.base))
    }

    fn base(&self) -> &Mint {
        &self.0
    }
}

/// The configured mint with no extensions except [`ALLOWED`]. Required on the way in: when a treasury is created and
/// when tokens are bought.
pub struct FitMint(ConfiguredMint);

impl TreasuryMint for FitMint {
    fn read(mint: &AccountInfo, configured: &Pubkey, token_program: &Pubkey) -> Result<Self> {
        let configured = ConfiguredMint::read(mint, configured, token_program)?;
        let data = mint.try_borrow_data()?;
        let state = StateWithExtensions::<Mint>::unpack(&data).map_err(|_| OracleError::InvalidMint)?;
        // A type unknown to this library is also an error.
        let extensions = state.get_extension_types().map_err(|_| OracleError::InvalidMint)?;
        if let Some(refused) = extensions.iter().find(|extension| !ALLOWED.contains(extension)) {
            msg!("the mint has the extension {}", u16::from(*refused));
            return err!(OracleError::InvalidMint);
        }
        Ok(Self(configured))
    }

    fn base(&self) -> &Mint {
        self.0.base()
    }
}
