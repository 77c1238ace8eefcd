//! What a market makes of a proof. The judgement about the proof itself is the verifier's.

mod finality;
mod roots;
mod score_proof;
mod time_bounds;

pub use finality::{check_abandoned, check_final};
pub use roots::{verify, verify_compact};
pub use score_proof::ScoreProof;
pub use time_bounds::check_time_bounds;

use anchor_lang::prelude::*;

/// A refusal by the verifier, with its own number and sentence.
pub fn refused(error: linesman_verifier::Error) -> Error {
    msg!("{}", error.message());
    Error::from(ProgramError::Custom(error.number()))
}
