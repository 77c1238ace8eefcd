//! What the two v4 instructions ask for before anything else: a credit, and the oracle's signature.

use anchor_lang::prelude::*;
use linesman_verifier::ed25519;
use linesman_wire::oracle_config::OracleKeys;

use crate::error::refused;

/// Checks the instruction directly before the current one: the oracle's signature, by its current or next key, of
/// `digest`.
///
/// # Errors
/// The configuration is not one that this program wrote (3007, 3002); 6080 no instruction before, 6081 not the Ed25519
/// program's, 6101 not the one accepted layout, 6083 another key, 6085 another message.
#[inline(always)]
pub fn check_signature(config: &AccountInfo, instructions_sysvar: &AccountInfo, digest: &[u8; 32]) -> Result<()> {
    // The address is not derived: this program writes a configuration at one address only.
    if config.owner != &crate::ID {
        return Err(foreign_config());
    }
    let keys = OracleKeys::read(&config.data.borrow()).ok_or_else(no_config)?;
    let sysvar = instructions_sysvar.data.borrow();
    ed25519::check_previous_instruction(&sysvar, keys.as_slice(), digest).map_err(refused)
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
