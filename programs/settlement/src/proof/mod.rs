//! What a market makes of a proof. The judgement about the proof itself is the verifier's.

mod finality;
mod roots;
mod score_proof;

pub use finality::{check_abandoned, check_final};
pub use roots::verify;
pub use score_proof::ScoreProof;

use anchor_lang::prelude::*;

/// A refusal by the verifier, with its own number and sentence.
pub fn refused(error: linesman_verifier::Error) -> Error {
    msg!("{}", error.message());
    Error::from(ProgramError::Custom(error.number()))
}
