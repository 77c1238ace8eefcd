//! `verify_signature`: what the Ed25519 program does.

use anchor_lang::{prelude::*, Discriminator};
use linesman_verifier::{ed25519::OwnInstruction, signature, Error as Refusal};

use crate::error::refused;

/// `verify_signature` has no accounts.
#[derive(Accounts)]
pub struct VerifySignature {}

/// This instruction, as both v4 instructions accept it.
pub const VERIFY_SIGNATURE: OwnInstruction =
    OwnInstruction::new(crate::ID.to_bytes(), crate::instruction::VerifySignature::DISCRIMINATOR);

/// Verifies a signature: 6083.
#[cold]
#[inline(never)]
pub(crate) fn verify_signature(key: Pubkey, signature: [u8; 64], message: [u8; 32]) -> Result<()> {
    if !signature::verify(key.as_array(), &signature, &message) {
        return Err(refused(Refusal::InvalidOracleSignature));
    }
    Ok(())
}
