use anchor_lang::prelude::*;
use linesman_verifier::{ed25519, Error as Refusal, ProvenEvent, Sha256};
use linesman_wire::{mark, require, StatLeaf};

use super::verify_signer::VERIFY_SIGNER;
use crate::{
    error::SettlementError,
    event::{Contradicted, Finalised, Proposed, VoidReason, Voided},
    moment::Moment,
    owner::check_owner,
    proof::{self, refused, PathProof, ScoreProof},
    state::{MarketCopy, MarketInPlace, MarketState, PoolKind, Shown},
    terms::TermsView,
};

#[derive(Accounts)]
pub struct Settle<'info> {
    /// The market.
    /// CHECK: owner, address and layout in `settle_with` and `propose_void`, which read it in
    /// place.
    #[account(mut)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: the oracle's scores roots of the day; owner, content and address are checked with the proof.
    pub roots: UncheckedAccount<'info>,
    /// CHECK: the instructions sysvar; address checked in `check_signature`, read only for a signed proof.
    pub instructions_sysvar: UncheckedAccount<'info>,
}

/// Settles a market with a proof of exactly its stat keys, in order. Anybody may call this.
///
/// The outcome becomes the proposal; without a challenge window it is final at once. A proof that contradicts an
/// earlier proof of the same update voids the market. `witness` is one more present stat of the update. It proves the
/// period if all keys are zero; compact proofs carry their own witness. Terms with attesters need the attestation of
/// the proof's day as the first remaining account.
pub fn settle(ctx: Context<Settle>, proof: ScoreProof, witness: Option<StatLeaf>) -> Result<()> {
    let Settle { market, roots, instructions_sysvar } = ctx.accounts;
    let attestation = ctx.remaining_accounts.first();
    settle_with(market, roots, instructions_sysvar, attestation, &proof, witness.as_ref())
}

/// Settles with arguments from the instruction or from a buffer.
#[inline(always)]
pub(super) fn settle_with(
    account: &AccountInfo,
    roots: &AccountInfo,
    instructions_sysvar: &AccountInfo,
    attestation: Option<&AccountInfo>,
    proof: &ScoreProof,
    witness: Option<&StatLeaf>,
) -> Result<()> {
    mark("entrance");
    let key = *account.key;
    check_owner(account, &[crate::ID])?;
    let mut data = account.try_borrow_mut_data()?;
    let mut market = MarketInPlace::read(&key, &mut data)?;
    require!(matches!(market.copy.state, MarketState::Open | MarketState::Proposed), SettlementError::MarketNotOpen);
    let terms = &market.terms;
    let now = check_clock(terms)?;
    mark("market and clock");

    let event = match proof {
        ScoreProof::Compact(input) => {
            proof::check_time_bounds(terms.earliest, terms.latest, input.min_timestamp)?;
            // A compact proof carries its own witness, which needs no path.
            if witness.is_some() {
                return Err(refused(Refusal::InvalidCompactForm));
            }
            let proven = proof::verify_compact(input, terms, roots)?;
            proof::check_final(terms, &proven.event, proven.witness, None)?;
            proven.event
        }
        _ => {
            let input = proof.view()?;
            check_question(terms, &input)?;
            let (event, signed) = prove(terms, proof, &input, roots, instructions_sysvar)?;
            let witness = match witness {
                Some(leaf) => Some(event.verify_witness::<Sha256>(&leaf.view()).map_err(refused)?),
                None => None,
            };
            proof::check_final(terms, &event, witness, signed)?;
            event
        }
    };
    mark("proof");
    let outcome = terms.decide(&event.facts).ok_or(ErrorCode::AccountDidNotDeserialize)?;
    let order_key = event.order_key().map_err(refused)?.get();
    proof::check_attested(terms, order_key, attestation)?;
    mark("outcome");

    let proposed = market.copy.proposal.outcome;
    let shown = market.copy.standing().show(outcome, order_key, now)?;
    // IMPORTANT: a proof shown twice changes nothing. It must not restart or confirm anything.
    require!(shown != Shown::Nothing, SettlementError::NotNewer);
    let at_once = shown == Shown::Proposal && terms.challenge_window == 0;
    if at_once {
        market.copy.standing().become_final(terms.splits, terms.fee_bps)?;
    }
    // No tokens move here, so the vault still covers the debt as long as the debt does not grow.
    let MarketCopy { pool, proposal, .. } = market.write()?;
    mark("state");
    if shown == Shown::Contradiction {
        emit!(Contradicted { market: key, order_key, proposed, shown: outcome });
        emit!(Voided { kind: PoolKind::Market, pool: key, reason: VoidReason::Contradiction, owed: pool.owed });
    } else {
        emit!(Proposed { market: key, outcome, order_key, since: proposal.since });
    }
    if at_once {
        emit!(Finalised::of(PoolKind::Market, key, outcome, &pool));
    }
    mark("event");
    Ok(())
}

/// Checks that staking is closed, and returns this moment.
#[inline(always)]
pub(super) fn check_clock(terms: &TermsView) -> Result<Moment> {
    let now = Clock::get()?;
    require_gte!(now.unix_timestamp, terms.stakes_close, SettlementError::TooEarly);
    Ok(Moment::of(&now))
}

/// Checks that the proof is about the market's fixture, keys and time. The proof itself is verified later.
fn check_question(terms: &TermsView, proof: &PathProof) -> Result<()> {
    check_fixture(terms, proof)?;
    let keys = proof.leaves.iter().map(|leaf| leaf.stat.key);
    // IMPORTANT: strategies name stats by index, so another order would ask another question.
    require!(keys.eq(terms.keys()), SettlementError::WrongStatKeys);
    proof::check_time_bounds(terms.earliest, terms.latest, proof.summary.update_stats.min_timestamp)?;
    Ok(())
}

pub(super) fn check_fixture(terms: &TermsView, proof: &PathProof) -> Result<()> {
    require_eq!(proof.summary.fixture_id, terms.fixture_id, SettlementError::WrongFixture);
    Ok(())
}

/// The proven event, and the leaves if the market's signer signed them.
#[inline(always)]
pub(super) fn prove<'p>(
    terms: &TermsView,
    proof: &ScoreProof,
    input: &PathProof<'p>,
    roots: &AccountInfo,
    instructions_sysvar: &AccountInfo,
) -> Result<(ProvenEvent, Option<&'p [StatLeaf]>)> {
    let signed = match (proof, terms.signer) {
        (ScoreProof::V4(_), Some(signer)) => {
            check_signature(instructions_sysvar, signer, input)?;
            Some(input.leaves)
        }
        _ => None,
    };
    Ok((proof::verify(input, proof::sport_of(terms, roots)?, roots)?, signed))
}

/// Checks that the instruction directly before is the market signer's signature of this payload.
fn check_signature(sysvar: &AccountInfo, signer: &[u8; 32], proof: &PathProof) -> Result<()> {
    // IMPORTANT: any other account could hold a forged instruction that the runtime never verified.
    if sysvar.key.to_bytes() != ed25519::INSTRUCTIONS_SYSVAR_ID {
        msg!("{} is not the instructions sysvar", sysvar.key);
        return Err(refused(Refusal::MissingSignatureInstruction));
    }
    let digest = proof.signed_digest::<Sha256>();
    let instructions = sysvar.try_borrow_data()?;
    let keys = core::slice::from_ref(signer);
    ed25519::check_previous_instruction(Some(&VERIFY_SIGNER), &instructions, keys, &digest).map_err(refused)
}
