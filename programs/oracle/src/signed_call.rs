//! The oracle's signature that both v4 instructions require.

use anchor_lang::prelude::*;
use linesman_verifier::{ed25519, same_bytes, Rule};
use linesman_wire::oracle_config::OracleKeys;

use crate::error::refused;
use crate::instructions::VERIFY_SIGNATURE;

/// The instructions sysvar. A constant, so that the IDL shows the address.
pub const INSTRUCTIONS_SYSVAR: Pubkey = Pubkey::new_from_array(ed25519::INSTRUCTIONS_SYSVAR_ID);

/// The check of the address, for a test that removes it. An attribute with the address would be checked regardless, and
/// the IDL takes the address from there.
#[cfg(feature = "removable-rules")]
pub fn is_instructions_sysvar(account: &AccountInfo) -> bool {
    *account.key == INSTRUCTIONS_SYSVAR || Rule::InstructionsSysvar.is_removed()
}

/// The message that the oracle signed in the instruction directly before the current one, with its current or next key.
/// The caller must compare it with the digest of the payload (6085).
///
/// # Errors
/// 3007 or 3002 for an account that is not this program's configuration; 6080 no preceding instruction, 6081 neither
/// the Ed25519 program's nor `verify_signature`, 6101 wrong layout, 6083 wrong key.
#[inline(always)]
pub fn signed_message(config: &AccountInfo, instructions_sysvar: &AccountInfo) -> Result<[u8; 32]> {
    // The address need not be derived: this program writes a configuration at one address only.
    if !same_bytes(config.owner.as_array(), crate::ID.as_array()) && !Rule::ConfigOwner.is_removed() {
        return Err(foreign_config());
    }
    let config = config.data.borrow();
    let keys = OracleKeys::read(&config).ok_or_else(no_config)?;
    let sysvar = instructions_sysvar.data.borrow();
    let message =
        ed25519::previous_signed_message(Some(&VERIFY_SIGNATURE), &sysvar, keys.as_slice()).map_err(refused)?;
    Ok(*message)
}

#[cold]
#[inline(never)]
fn foreign_config() -> Error {
    ErrorCode::AccountOwnedByWrongProgram.into()
}

#[cold]
#[inline(never)]
fn no_config() -> Error {
    ErrorCode::AccountDiscriminatorMismatch.into()
}
