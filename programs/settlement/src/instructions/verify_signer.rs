use anchor_lang::{prelude::*, Discriminator};
use linesman_verifier::{ed25519::OwnInstruction, signature, Error as Refusal};

use crate::proof::refused;

/// `verify_signer` has no accounts.
#[derive(Accounts)]
pub struct VerifySigner {}

/// This instruction, as those with a signed proof accept it.
pub(super) const VERIFY_SIGNER: OwnInstruction =
    OwnInstruction::new(crate::ID.to_bytes(), crate::instruction::VerifySigner::DISCRIMINATOR);

/// Verifies a signature: 6083.
#[cold]
#[inline(never)]
pub fn verify_signer(key: Pubkey, signature: [u8; 64], message: [u8; 32]) -> Result<()> {
    if !signature::verify(key.as_array(), &signature, &message) {
        return Err(refused(Refusal::InvalidOracleSignature));
    }
    Ok(())
}
