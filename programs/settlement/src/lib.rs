//! Stake pools on sports results, settled by proofs of the oracle's data.
//!
//! Terms are written once. Anybody may stake until the terms' deadline, settle with a proof that this program verifies,
//! and claim for anybody. The program handles accounts and money; `linesman-verifier` judges proofs.
//!
//! After every instruction the vault holds at least what the market or parlay owes.

use anchor_lang::prelude::*;
use linesman_wire::{Chunk, StatLeaf};

mod call;
pub mod error;
pub mod event;
pub mod instructions;
pub mod moment;
pub mod money;
pub mod owner;
pub mod pool;
pub mod proof;
pub mod result;
#[cfg(test)]
mod sample;
pub mod seed;
pub mod state;
pub mod terms;
pub mod token;

use instructions::*;
use proof::{ResultProof, ScoreProof};
use terms::{Attesters, FinalityPolicy, ParlayTerms, Terms};

declare_id!("7j9xUk1EeZtgvFejkzGFN3h3sw527k9Av9WGahgNVkgY");

#[cfg(all(target_os = "solana", feature = "custom-heap", feature = "own-entrypoint"))]
#[global_allocator]
static HEAP: linesman_wire::Heap = linesman_wire::Heap;

// Whom to tell of a weakness, in the program's own bytes: `linesman check-program` and explorers show it.
#[cfg(all(
    target_os = "solana",
    any(not(feature = "no-entrypoint"), all(feature = "own-entrypoint", not(feature = "cpi")))
))]
solana_security_txt::security_txt! {
    name: "Linesman settlement program",
    project_url: "https://linesman.example",
    contacts: "link:https://linesman.example/repository/security/advisories/new",
    policy: "https://linesman.example/repository/blob/main/SECURITY.md",
    preferred_languages: "en",
    source_code: "https://linesman.example/repository",
    source_release: concat!("v", env!("CARGO_PKG_VERSION")),
    auditors: "None"
}

/// The entrypoint of the SDK, except that the accounts are not dropped at the end: nothing is ever freed, and counting
/// their references down costs 30 units for each.
///
/// # Safety
/// Called by the runtime only, with the instruction that it has serialised.
#[cfg(all(target_os = "solana", feature = "own-entrypoint"))]
#[no_mangle]
pub unsafe extern "C" fn entrypoint(input: *mut u8) -> u64 {
    // SAFETY: the input is that of the runtime.
    let (program_id, accounts, data) = unsafe { anchor_lang::solana_program::entrypoint::deserialize(input) };
    let accounts = core::mem::ManuallyDrop::new(accounts);
    match entry(program_id, &accounts, data) {
        Ok(()) => anchor_lang::solana_program::entrypoint::SUCCESS,
        Err(error) => error.into(),
    }
}

/// Anchor compares discriminators in this order, so `settle`, which has the tightest compute budget, comes first.
#[program]
pub mod settlement {
    use super::*;

    /// Proposes the outcome that a proof shows; without a challenge window, the outcome is final at once. Voids the
    /// market if the proof contradicts the proposal. Anybody may call this from `stakes_close` on.
    pub fn settle(ctx: Context<Settle>, proof: ScoreProof, witness: Option<StatLeaf>) -> Result<()> {
        instructions::settle(ctx, proof, witness)
    }

    /// Creates a market and its vault. Anybody may call this; the creator pays.
    pub fn create_market(ctx: Context<CreateMarket>, id: u64, terms: Terms) -> Result<()> {
        instructions::create_market(ctx, id, terms)
    }

    /// Like `create_market`, for terms too large for one transaction, read from a buffer owned by the creator.
    pub fn create_market_from_buffer(ctx: Context<CreateMarketFromBuffer>, id: u64) -> Result<()> {
        instructions::create_market_from_buffer(ctx, id)
    }

    /// Stakes on an outcome of a market or parlay, before `stakes_close`. Of a parlay, 0 is yes and 1 is no.
    /// `terms_hash` is the hash of the terms that the owner agrees to.
    pub fn stake(ctx: Context<Stake>, outcome: u8, amount: u64, terms_hash: [u8; 32]) -> Result<()> {
        instructions::stake(ctx, outcome, amount, terms_hash)
    }

    /// Makes a proposal final. Anybody may call this after the challenge window.
    pub fn finalise(ctx: Context<Finalise>) -> Result<()> {
        instructions::finalise(ctx)
    }

    /// Voids a market that nobody settled, from `void_after` on, or a parlay with a void leg. Anybody may call this.
    pub fn void(ctx: Context<Void>) -> Result<()> {
        instructions::void(ctx)
    }

    /// Pays a position in a market or parlay to its owner and closes it. Anybody may call this.
    pub fn claim(ctx: Context<Claim>) -> Result<()> {
        instructions::claim(ctx)
    }

    /// Sends whatever the vault does not owe to the fee account. Anybody may call this once the market or parlay is
    /// decided.
    pub fn sweep(ctx: Context<Sweep>) -> Result<()> {
        instructions::sweep(ctx)
    }

    /// Sweeps and closes a market or parlay without open positions, and returns the rent to the creator. No parlay may
    /// wait for the market; a parlay may hold no market. Tokens that the fee account cannot receive stay in the vault.
    /// Creator only.
    pub fn close(ctx: Context<Close>) -> Result<()> {
        instructions::close(ctx)
    }

    /// Proposes to void a market whose fixture was abandoned or cancelled, if the terms allow it. Anybody may call this
    /// from `stakes_close` on.
    pub fn propose_void(ctx: Context<Settle>, proof: ScoreProof) -> Result<()> {
        instructions::propose_void(ctx, proof)
    }

    /// Like `settle`, with a proof from a buffer. Anybody may call this from `stakes_close` on.
    pub fn settle_from_buffer(ctx: Context<SettleFromBuffer>) -> Result<()> {
        instructions::settle_from_buffer(ctx)
    }

    /// Creates a buffer for a proof or terms too large for one transaction: `length` bytes, 1 to 10,000, whose SHA-256
    /// is fixed here. Anybody may call this; the owner pays.
    pub fn buffer_create(ctx: Context<BufferCreate>, id: u64, length: u32, sha256: [u8; 32]) -> Result<()> {
        instructions::buffer_create(ctx, id, length, sha256)
    }

    /// Writes into a buffer. Owner only.
    pub fn buffer_write(ctx: Context<BufferWrite>, offset: u32, bytes: Chunk) -> Result<()> {
        instructions::buffer_write(ctx, offset, bytes)
    }

    /// Closes a buffer and returns the rent. Owner only.
    pub fn buffer_close(ctx: Context<BufferClose>) -> Result<()> {
        instructions::buffer_close(ctx)
    }

    /// Creates a parlay over open markets, passed as remaining accounts. Anybody may call this; the creator pays.
    pub fn create_parlay<'info>(ctx: Context<'info, CreateParlay<'info>>, id: u64, terms: ParlayTerms) -> Result<()> {
        instructions::create_parlay(ctx, id, terms)
    }

    /// Copies the result of one leg; the last leg decides the parlay. Anybody may call this once the leg's market is
    /// decided.
    pub fn settle_parlay(ctx: Context<SettleParlay>, leg: u8) -> Result<()> {
        instructions::settle_parlay(ctx, leg)
    }

    /// Posts what a proof shows about a match to the match's result, which any program can read and `settle_many`
    /// settles with. A result of attesters takes only what they vouch for. Makes or grows the account. Anybody may call
    /// this, until 90 days after the event; the payer pays.
    pub fn post_result<'info>(
        ctx: Context<'info, PostResult<'info>>,
        fixture_id: i64,
        sport: u8,
        finality: FinalityPolicy,
        attesters: Option<Attesters>,
        proof: ResultProof,
        witness: Option<StatLeaf>,
    ) -> Result<()> {
        instructions::post_result(ctx, Subject { fixture_id, sport, finality, attesters }, proof, witness)
    }

    /// Like `post_result`, with a proof from a buffer. Anybody may call this; the payer pays.
    pub fn post_result_from_buffer<'info>(
        ctx: Context<'info, PostResultFromBuffer<'info>>,
        fixture_id: i64,
        sport: u8,
        finality: FinalityPolicy,
        attesters: Option<Attesters>,
    ) -> Result<()> {
        instructions::post_result_from_buffer(ctx, Subject { fixture_id, sport, finality, attesters })
    }

    /// Settles any number of markets, passed as remaining accounts, with a result. Skips those that it cannot settle.
    /// Anybody may call this.
    pub fn settle_many<'info>(ctx: Context<'info, SettleMany<'info>>) -> Result<()> {
        instructions::settle_many(ctx)
    }

    /// Makes the proposals of any number of markets final, passed as remaining accounts. Skips those that it cannot
    /// finalise. Anybody may call this after the challenge windows.
    pub fn finalise_many<'info>(ctx: Context<'info, FinaliseMany>) -> Result<()> {
        instructions::finalise_many(ctx)
    }

    /// Verifies the signature of a market's signer for the instruction directly after it, as the Ed25519 program does.
    pub fn verify_signer(
        _ctx: Context<VerifySigner>,
        key: Pubkey,
        signature: [u8; 64],
        message: [u8; 32],
    ) -> Result<()> {
        instructions::verify_signer(key, signature, message)
    }

    /// Closes a result and returns the rent, from 180 days after its latest fact on. Rent payer only.
    pub fn close_result(ctx: Context<CloseResult>) -> Result<()> {
        instructions::close_result(ctx)
    }
}
