use anchor_lang::prelude::*;
use anchor_lang::solana_program::program_option::COption;
use anchor_spl::token_2022::spl_token_2022::{
    extension::{BaseStateWithExtensions, ExtensionType, StateWithExtensions},
    state::Mint,
};

use super::DECIMALS;
use crate::error::OracleError;

/// What the service token's mint may have: the frozen start of its accounts, and names. Everything else could move, burn,
/// pause or take a share of tokens.
const ALLOWED: [ExtensionType; 6] = [
    ExtensionType::DefaultAccountState,
    ExtensionType::MetadataPointer,
    ExtensionType::TokenMetadata,
    ExtensionType::GroupPointer,
    ExtensionType::GroupMemberPointer,
    ExtensionType::TokenGroupMember,
];

/// Checks that `mint` is the configured one, a mint of the token program with [`DECIMALS`] decimals and no other extension
/// than [`ALLOWED`] (6020).
pub(super) fn check_mint(mint: &AccountInfo, configured: &Pubkey, token_program: &Pubkey) -> Result<Mint> {
    require_keys_eq!(*mint.key, *configured, OracleError::InvalidMint);
    require_keys_eq!(*mint.owner, *token_program, OracleError::InvalidMint);
    let data = mint.try_borrow_data()?;
    let state = StateWithExtensions::<Mint>::unpack(&data).map_err(|_| OracleError::InvalidMint)?;
    // A type that this library does not know is an error, too.
    let extensions = state.get_extension_types().map_err(|_| OracleError::InvalidMint)?;
    if let Some(refused) = extensions.iter().find(|extension| !ALLOWED.contains(extension)) {
        msg!("the mint has the extension {}", u16::from(*refused));
        return err!(OracleError::InvalidMint);
    }
    require_eq!(state.base.decimals, DECIMALS, OracleError::InvalidMint);
    Ok(state.base)
}

/// Checks that `authority` freezes and thaws accounts of the mint (6020).
pub(super) fn check_freeze_authority(mint: &Mint, authority: &Pubkey) -> Result<()> {
    require!(mint.freeze_authority == COption::Some(*authority), OracleError::InvalidMint);
    Ok(())
}

/// Checks that `authority` issues the tokens of the mint (6019).
#[cfg(feature = "faucet")]
pub(super) fn check_mint_authority(mint: &Mint, authority: &Pubkey) -> Result<()> {
    require!(mint.mint_authority == COption::Some(*authority), OracleError::InvalidMintAuthority);
    Ok(())
}
