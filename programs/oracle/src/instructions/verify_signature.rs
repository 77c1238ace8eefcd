//! `verify_signature`: what the Ed25519 program does with the same data.

use anchor_lang::prelude::*;
use linesman_verifier::ed25519;

use crate::error::refused;

/// `verify_signature` has no accounts.
#[derive(Accounts)]
pub struct VerifySignature {}

/// Verifies a signature. `rest` is the header of the Ed25519 instruction without the discriminator.
#[cold]
#[inline(never)]
pub(crate) fn verify_signature(rest: [u8; 8], key: Pubkey, signature: [u8; 64], message: [u8; 32]) -> Result<()> {
    ed25519::verify_instruction(&rest, key.as_array(), &signature, &message).map_err(refused)
}
