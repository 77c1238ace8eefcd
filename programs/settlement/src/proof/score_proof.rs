use anchor_lang::prelude::*;
use linesman_verifier::{Error as Refusal, ScoresProof};
use linesman_wire::{CompactProof, StatValidationInput, StatValidationInputV3, StatValidationInputV4};

use super::refused;

/// A score proof in any form of the oracle's interface. New forms are appended.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub enum ScoreProof {
    /// Every stat has its own path.
    V2(StatValidationInput),
    /// All present stats share one multiproof.
    V3(StatValidationInputV3),
    /// The same bytes as V3, signed in the Ed25519 instruction directly before. A market without a signer ignores the
    /// signature and treats the proof like V3.
    V4(StatValidationInputV4),
    /// Omits whatever the market knows or the program computes; includes the witness, if one is needed.
    Compact(CompactProof),
}

impl ScoreProof {
    /// The proof as the verifier's type. The compact form needs the market's terms (see
    /// [`verify_compact`](super::verify_compact)), so it returns 6103 here.
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

/// A score proof for a result, in any form of [`ScoreProof`]. A result has no terms, so the compact form comes with its
/// stat keys.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub enum ResultProof {
    /// Every stat has its own path.
    V2(StatValidationInput),
    /// All present stats share one multiproof.
    V3(StatValidationInputV3),
    /// Treated like V3: the signature is not read.
    V4(StatValidationInputV4),
    /// Omits whatever the program computes; includes the witness, if one is needed.
    Compact {
        /// 1 to 5 distinct keys, in the order of the values.
        stat_keys: Vec<u32>,
        /// The proof of these keys and the result's fixture.
        proof: CompactProof,
    },
}

impl ResultProof {
    /// The proof as the verifier's type. The compact form has another, so it returns 6103 here.
    pub fn view(&self) -> Result<ScoresProof<'_>> {
        match self {
            Self::V2(input) => input.view(),
            Self::V3(input) => input.view(),
            Self::V4(input) => input.view(),
            Self::Compact { .. } => Err(Refusal::InvalidCompactForm),
        }
        .map_err(refused)
    }
}
