//! Code shared by `validate_odds` and `validate_odds_v4`.

use anchor_lang::prelude::*;
use linesman_verifier::{validate, OddsLeaf, OddsProof, Sha256};
use linesman_wire::{path, OddsValidationInputV4};

use crate::error::refused;
use crate::roots_data;

/// Verifies the record against the odds roots account; never false.
pub fn verify(input: &OddsValidationInputV4, roots_account: &AccountInfo) -> Result<bool> {
    let roots = roots_data::borrow(roots_account)?;
    let mut borsh = Vec::with_capacity(512);
    input.odds_snapshot.serialize(&mut borsh)?;
    let proof = OddsProof {
        ts: input.ts,
        odds: OddsLeaf::parse(&borsh).map_err(refused)?,
        summary: &input.summary.into(),
        sub_tree_path: path(&input.sub_tree_proof),
        main_path: path(&input.main_tree_proof),
    };
    let verdict = validate::odds::<Sha256>(&proof, &roots).map_err(refused)?;
    Ok(verdict.is_true())
}
