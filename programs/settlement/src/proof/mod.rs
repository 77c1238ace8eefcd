//! The meaning of a proof for a market. The verifier judges the proof itself.

mod attestation;
mod finality;
mod roots;
mod score_proof;
mod time_bounds;

pub use attestation::{check_attested, check_vouchers};
pub use finality::{check_abandoned, check_final};
pub use roots::{sport_of, verify, verify_compact, verify_compact_view};
pub use score_proof::{PathProof, ResultProof, ScoreProof};
pub use time_bounds::check_time_bounds;

use anchor_lang::prelude::*;

/// Converts an error of the verifier, keeping its number; the message goes to the log.
pub fn refused(error: linesman_verifier::Error) -> Error {
    msg!("{}", error.message());
    Error::from(ProgramError::Custom(error.number()))
}
