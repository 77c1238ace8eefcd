//! The oracle's signature that the two v4 instructions ask for.

use anchor_lang::prelude::*;
use linesman_verifier::{ed25519, same_bytes};
use linesman_wire::oracle_config::OracleKeys;

use crate::error::refused;

/// The account that holds the transaction's instructions. A constant, so that the interface description names it.
pub const INSTRUCTIONS_SYSVAR: Pubkey = Pubkey::new_from_array(ed25519::INSTRUCTIONS_SYSVAR_ID);

/// What the oracle has signed in the instruction directly before the current one, by its current or next key. The caller
/// compares it with the digest of the payload (6085).
///
/// # Errors
/// The configuration is not one that this program wrote (3007, 3002); 6080 no instruction before, 6081 not the Ed25519
/// program's, 6101 not the one accepted layout, 6083 another key.
#[inline(always)]
pub fn signed_message(config: &AccountInfo, instructions_sysvar: &AccountInfo) -> Result<[u8; 32]> {
    // The address is not derived: this program writes a configuration at one address only.
    if !same_bytes(config.owner.as_array(), crate::ID.as_array()) {
        return Err(foreign_config());
    }
    let config = config.data.borrow();
    let keys = OracleKeys::read(&config).ok_or_else(no_config)?;
    let sysvar = instructions_sysvar.data.borrow();
    let message = ed25519::previous_signed_message(&sysvar, keys.as_slice()).map_err(refused)?;
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
