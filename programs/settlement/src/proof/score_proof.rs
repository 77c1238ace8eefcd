use anchor_lang::prelude::*;
use linesman_verifier::{Error as Refusal, ScoresProof};
use linesman_wire::{CompactProof, StatValidationInput, StatValidationInputV3, StatValidationInputV4};

use super::refused;

/// A score proof in any of the forms of the oracle's interface. New forms go to the end.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub enum ScoreProof {
    /// Every stat with a path of its own.
    V2(StatValidationInput),
    /// One multiproof for all present stats.
    V3(StatValidationInputV3),
    /// The same bytes, signed: the Ed25519 instruction stands directly before. In a market without a signer the
    /// signature is not looked at, and the proof counts for what it proves as V3 does.
    V4(StatValidationInputV4),
    /// Without what the market knows or the program computes; its witness, if it needs one, is part of it.
    Compact(CompactProof),
}

impl ScoreProof {
    /// The proof as the verifier reads it. The compact form is none without the market's terms
    /// ([`verify_compact`](super::verify_compact)): 6103 here.
    pub fn view(&self) -> Result<ScoresProof<'_>> {
        match self {
            Self::V2(input) => input.view(),
            Self::V3(input) => input.view(),
            Self::V4(input) => input.view(),
            Self::Compact(_) => Err(Refusal::InvalidCompactForm),
        }
        .map_err(refused)
    }
}
