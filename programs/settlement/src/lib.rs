//! Pools of stakes on sports results, settled by proofs of the oracle's data.
//!
//! Terms are written once; anybody stakes until a stated time; anybody settles with a proof, which this program verifies
//! itself; anybody claims for anybody. The program holds accounts and money; every judgement about a proof is made in
//! `linesman-verifier`.
//!
//! After every instruction the vault holds at least what the market owes.

use anchor_lang::prelude::*;
use linesman_wire::{Chunk, StatLeaf};

pub mod error;
pub mod event;
pub mod instructions;
pub mod money;
pub mod pool;
pub mod proof;
pub mod seed;
pub mod state;
pub mod terms;
pub mod token;

use instructions::*;
use proof::ScoreProof;
use terms::{ParlayTerms, Terms};

declare_id!("EJTfEWTmYaFVNqFUTeSbLemMqSsxqtBStUkh97UfZWzS");

/// Instructions are told apart one after the other, in this order; `settle` has the tightest cost goal.
#[program]
pub mod settlement {
    use super::*;

    /// Proposes, or without challenge window decides, the outcome that a proof shows; voids a market whose proposal it
    /// contradicts. Anybody, from `stakes_close` on.
    pub fn settle(ctx: Context<Settle>, proof: ScoreProof, witness: Option<StatLeaf>) -> Result<()> {
        instructions::settle(ctx, proof, witness)
    }

    /// Makes a market and its vault. Anybody; the creator pays.
    pub fn create_market(ctx: Context<CreateMarket>, id: u64, terms: Terms) -> Result<()> {
        instructions::create_market(ctx, id, terms)
    }

    /// As `create_market`, with terms that no transaction holds, from a buffer of the creator.
    pub fn create_market_from_buffer(ctx: Context<CreateMarketFromBuffer>, id: u64) -> Result<()> {
        instructions::create_market_from_buffer(ctx, id)
    }

    /// Stakes on an outcome, before `stakes_close`. `terms_hash` is that of the terms the owner has read.
    pub fn stake(ctx: Context<Stake>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
        instructions::stake(ctx, outcome, amount, terms_hash)
    }

    /// Makes a proposal final. Anybody, after the challenge window.
    pub fn finalise(ctx: Context<Finalise>) -> Result<()> {
        instructions::finalise(ctx)
    }

    /// Voids a market that nobody has settled. Anybody, from `void_after` on.
    pub fn void(ctx: Context<Void>) -> Result<()> {
        instructions::void(ctx)
    }

    /// Pays a position and closes it. Anybody, for its owner.
    pub fn claim(ctx: Context<Claim>) -> Result<()> {
        instructions::claim(ctx)
    }

    /// Sends what the vault does not owe to the fee account. Anybody, when the market is decided.
    pub fn sweep(ctx: Context<Sweep>) -> Result<()> {
        instructions::sweep(ctx)
    }

    /// Sweeps and closes a market without open positions; leaves what the fee account cannot receive. The creator, who gets the rent back.
    pub fn close_market(ctx: Context<CloseMarket>) -> Result<()> {
        instructions::close_market(ctx)
    }

    /// Proposes to void a market whose fixture was abandoned or cancelled. Anybody, from `stakes_close` on, if the terms
    /// allow it.
    pub fn propose_void(ctx: Context<Settle>, proof: ScoreProof) -> Result<()> {
        instructions::propose_void(ctx, proof)
    }

    /// As `settle`, with a proof from a buffer. Anybody, from `stakes_close` on.
    pub fn settle_from_buffer(ctx: Context<SettleFromBuffer>) -> Result<()> {
        instructions::settle_from_buffer(ctx)
    }

    /// Makes a buffer for a proof, or for terms, that no transaction holds: `length` bytes, 1 to 10,000, that will have this SHA-256.
    /// Anybody; the owner pays.
    pub fn buffer_create(ctx: Context<BufferCreate>, id: u64, length: u32, sha256: [u8; 32]) -> Result<()> {
        instructions::buffer_create(ctx, id, length, sha256)
    }

    /// Writes into a buffer. Its owner.
    pub fn buffer_write(ctx: Context<BufferWrite>, offset: u32, bytes: Chunk) -> Result<()> {
        instructions::buffer_write(ctx, offset, bytes)
    }

    /// Closes a buffer. Its owner, who gets the rent back.
    pub fn buffer_close(ctx: Context<BufferClose>) -> Result<()> {
        instructions::buffer_close(ctx)
    }

    /// Makes a parlay over open markets, given after the named accounts. Anybody; the creator pays.
    pub fn create_parlay<'info>(ctx: Context<'info, CreateParlay<'info>>, id: u64, terms: ParlayTerms) -> Result<()> {
        instructions::create_parlay(ctx, id, terms)
    }

    /// Stakes on yes (0) or no (1), before `stakes_close`. `terms_hash` is that of the terms the owner has read.
    pub fn stake_parlay(ctx: Context<StakeParlay>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
        instructions::stake_parlay(ctx, outcome, amount, terms_hash)
    }

    /// Copies the result of one leg, and with the last one decides. Anybody, when the leg's market is decided.
    pub fn settle_parlay(ctx: Context<SettleParlay>, leg: u8) -> Result<()> {
        instructions::settle_parlay(ctx, leg)
    }

    /// Voids a parlay with a void leg. Anybody.
    pub fn void_parlay(ctx: Context<VoidParlay>) -> Result<()> {
        instructions::void_parlay(ctx)
    }

    /// Pays a position of a parlay and closes it. Anybody, for its owner.
    pub fn claim_parlay(ctx: Context<ClaimParlay>) -> Result<()> {
        instructions::claim_parlay(ctx)
    }

    /// Sends what a parlay's vault does not owe to the fee account. Anybody, when the parlay is decided.
    pub fn sweep_parlay(ctx: Context<SweepParlay>) -> Result<()> {
        instructions::sweep_parlay(ctx)
    }

    /// Sweeps and closes a parlay without open positions and held markets; leaves what the fee account cannot receive. The
    /// creator, who gets the rent back.
    pub fn close_parlay(ctx: Context<CloseParlay>) -> Result<()> {
        instructions::close_parlay(ctx)
    }
}
