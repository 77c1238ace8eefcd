//! Instructions of the settlement program, made from its IDL by `tools/idl/rustCalls.ts`. If an instruction
//! takes further accounts, push them to `accounts` of what you get.

use super::{write, AccountMeta, Instruction, Pubkey};
use crate::codec::*;
use crate::{
    Chunk,
    CompactProof,
    NDimensionalStrategy,
    StatLeaf,
    StatValidationInput,
    StatValidationInputV3,
    StatValidationInputV4,
};

/// 11111111111111111111111111111111
const SYSTEM_PROGRAM: Pubkey = Pubkey::new_from_array([
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/// ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
const ASSOCIATED_TOKEN_PROGRAM: Pubkey = Pubkey::new_from_array([
    140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131,
    11, 90, 19, 153, 218, 255, 16, 132, 4, 142, 123, 216, 219, 233, 248, 89,
]);

/// Sysvar1nstructions1111111111111111111111111
const INSTRUCTIONS_SYSVAR: Pubkey = Pubkey::new_from_array([
    6, 167, 213, 23, 24, 123, 209, 102, 53, 218, 212, 4, 85, 253, 194, 192,
    193, 36, 198, 143, 33, 86, 117, 165, 219, 186, 203, 95, 8, 0, 0, 0,
]);

/// Whose vouchers for a root the terms ask for.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct Attesters {
    /// An attester set of the oracle program.
    pub set: [u8; 32],
    /// How many of its keys must vouch, 1 to all.
    pub least: u8,
}

/// Which periods decide a market.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub enum FinalityPolicy {
    Finalised,
    RegularTime,
    HalfTime,
    SignedFinal,
}

/// What one outcome gets in one case.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Lose,
    HalfLose,
    Push,
    HalfWin,
    Win,
}

/// One leg: a market and the outcome that it must be decided for.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct ParlayLeg {
    pub market: [u8; 32],
    /// SHA-256 of the Borsh bytes of the market's terms.
    pub terms_hash: [u8; 32],
    /// Index of the outcome that wins the leg. A split of it makes the leg void.
    pub outcome: u8,
}

/// Everything a staker on a parlay agrees to; each leg carries the hash of its market's terms. `terms_hash =
/// sha256(Borsh(terms))`. Times in seconds of the chain's clock, amounts in base units of the mint.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct ParlayTerms {
    /// 2 to 8 legs, on distinct markets.
    pub legs: Vec<ParlayLeg>,
    /// SPL Token, or Token-2022 with metadata and groups only. Need not be the mint of any leg.
    pub mint: [u8; 32],
    /// Share of the losing pool, in hundredths of a per cent, at most 1,000.
    pub fee_bps: u16,
    /// Token account of `mint` that receives the fee and everything else that the vault does not owe.
    pub fee_account: [u8; 32],
    /// Minimum amount of one stake, at least 1.
    pub minimum_stake: u64,
    /// Maximum amount of one stake.
    pub maximum_stake: u64,
    /// Stakes are accepted before this time, which is not after any leg's `stakes_close`.
    pub stakes_close: i64,
}

/// A score proof for a result, in any form of `ScoreProof`. A result has no terms, so the compact form comes with its
/// stat keys.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub enum ResultProof {
    V2(StatValidationInput),
    V3(StatValidationInputV3),
    V4(StatValidationInputV4),
    Compact { stat_keys: Vec<u32>, proof: CompactProof },
}

/// A score proof in any form of the oracle's interface. New forms are appended.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub enum ScoreProof {
    V2(StatValidationInput),
    V3(StatValidationInputV3),
    V4(StatValidationInputV4),
    Compact(CompactProof),
}

/// A further oracle, which is asked about the terms' keys.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub oracle_program: [u8; 32],
    /// The fixture id of that oracle.
    pub fixture_id: i64,
    /// Whether it names the participants in the other order.
    pub swapped: bool,
    pub attesters: Option<Attesters>,
}

/// Everything a staker agrees to. `terms_hash = sha256(Borsh(terms))`. Times in seconds of the chain's clock, amounts
/// in base units of the mint.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The trusted oracle program.
    pub oracle_program: [u8; 32],
    /// What each case pays each outcome, if not all to one: a row for each case, a mark for each outcome that can be
    /// staked on. Then every stake is an even number of base units, so that it has two halves.
    pub splits: Option<Vec<Vec<Mark>>>,
    /// Oracles besides the first, of which `agree` must say the same. No market has them yet.
    pub sources: Vec<Source>,
    /// How many of the oracles decide; 1 without further ones.
    pub agree: u8,
    /// Ed25519 key whose signed payloads count; must be a current or next key of the oracle at creation.
    pub signer: Option<[u8; 32]>,
    /// If set, a root counts only once enough keys of an attester set vouch for it.
    pub attesters: Option<Attesters>,
    /// The fixture id, as in the proofs' summaries: 1 to 2^48 - 1.
    pub fixture_id: i64,
    /// Layout byte of the sport: 1 soccer, 2 basketball, 6 US football.
    pub sport: u8,
    /// 1 to 5 distinct stat keys, in the order that proofs must follow.
    pub stat_keys: Vec<u32>,
    /// One strategy for each case except the last, which is everything else. Strategies index `stat_keys`. The first
    /// strategy that holds decides. Without splits, cases are outcomes.
    pub outcomes: Vec<NDimensionalStrategy>,
    /// Which updates decide the market.
    pub finality: FinalityPolicy,
    /// How long a proposal can be corrected, s. With 0, the first proof decides.
    pub challenge_window: u32,
    /// Stakes are accepted before this time, proofs from it on.
    pub stakes_close: i64,
    /// The fixture's first record in the proven slot (`min_timestamp`, ms) must not be before this second …
    pub earliest: i64,
    /// … and not after this one.
    pub latest: i64,
    /// From this time on an undecided market can be voided.
    pub void_after: i64,
    /// SPL Token, or Token-2022 with metadata and groups only.
    pub mint: [u8; 32],
    /// Share of the losing pool, in hundredths of a per cent, at most 1,000.
    pub fee_bps: u16,
    /// Token account of `mint` that receives the fee and everything else that the vault does not owe.
    pub fee_account: [u8; 32],
    /// Minimum amount of one stake, at least 1.
    pub minimum_stake: u64,
    /// Maximum amount of one stake.
    pub maximum_stake: u64,
    /// What the pool takes at most, all stakes together; 0 for what every pool takes,
    /// `MAX_POOL`.
    pub maximum_pool: u64,
    /// Whether proof of an abandoned or cancelled fixture may void the market.
    pub abandonment_voids: bool,
    /// Whether a result of the match may settle the market, besides a proof shown to it.
    pub results_settle: bool,
}

/// Accounts of [`buffer_close`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct BufferCloseAccounts {
    pub owner: Pubkey,
    /// Owner is checked by the constraint, the address in the handler.
    pub buffer: Pubkey,
}

/// Closes a buffer and returns the rent. Owner only.
pub fn buffer_close(
    program: Pubkey,
    accounts: &BufferCloseAccounts,
) -> Instruction {
    let data = vec![193, 218, 99, 231, 212, 8, 29, 178];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.owner, true),
            AccountMeta::new(accounts.buffer, false),
        ],
        data,
    }
}

/// Accounts of [`buffer_create`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct BufferCreateAccounts {
    /// Pays. Only the owner may write to the buffer and close it.
    pub owner: Pubkey,
    pub buffer: Pubkey,
}

/// Creates a buffer for a proof or terms too large for one transaction: `length` bytes, 1 to 10,000, whose SHA-256
/// is fixed here. Anybody may call this; the owner pays.
pub fn buffer_create(
    program: Pubkey,
    accounts: &BufferCreateAccounts,
    id: u64,
    length: u32,
    sha256: &[u8; 32],
) -> Instruction {
    let mut data = vec![10, 73, 164, 246, 51, 252, 9, 231];
    write(&mut data, &id);
    write(&mut data, &length);
    write(&mut data, sha256);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.owner, true),
            AccountMeta::new(accounts.buffer, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`buffer_write`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct BufferWriteAccounts {
    pub owner: Pubkey,
    /// Owner is checked by the constraint, the address in the handler.
    pub buffer: Pubkey,
}

/// Writes into a buffer. Owner only.
pub fn buffer_write(
    program: Pubkey,
    accounts: &BufferWriteAccounts,
    offset: u32,
    bytes: &Chunk,
) -> Instruction {
    let mut data = vec![123, 29, 39, 50, 68, 109, 63, 94];
    write(&mut data, &offset);
    write(&mut data, bytes);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.owner, true),
            AccountMeta::new(accounts.buffer, false),
        ],
        data,
    }
}

/// Accounts of [`claim`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ClaimAccounts {
    /// The market or parlay.
    pub pool: Pubkey,
    /// The owner is checked by the constraint, pool and address in the handler.
    pub position: Pubkey,
    pub owner: Pubkey,
    /// The vault.
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    /// Checked in `prepare_destination`, only if something is paid.
    pub destination: Pubkey,
    /// Pays for the associated token account if it is missing.
    pub payer: Pubkey,
    pub token_program: Pubkey,
}

/// Pays a position in a market or parlay to its owner and closes it. Anybody may call this.
pub fn claim(
    program: Pubkey,
    accounts: &ClaimAccounts,
) -> Instruction {
    let data = vec![62, 198, 214, 193, 213, 159, 108, 210];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.pool, false),
            AccountMeta::new(accounts.position, false),
            AccountMeta::new(accounts.owner, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new(accounts.destination, false),
            AccountMeta::new(accounts.payer, true),
            AccountMeta::new_readonly(accounts.token_program, false),
            AccountMeta::new_readonly(ASSOCIATED_TOKEN_PROGRAM, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`close`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CloseAccounts {
    pub creator: Pubkey,
    /// The market or parlay.
    pub pool: Pubkey,
    /// The vault.
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    pub fee_account: Pubkey,
    pub token_program: Pubkey,
}

/// Sweeps and closes a market or parlay without open positions, and returns the rent to the creator. No parlay may
/// wait for the market; a parlay may hold no market. Tokens that the fee account cannot receive stay in the vault.
/// Creator only.
pub fn close(
    program: Pubkey,
    accounts: &CloseAccounts,
) -> Instruction {
    let data = vec![98, 165, 201, 177, 108, 65, 206, 96];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.creator, true),
            AccountMeta::new(accounts.pool, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new(accounts.fee_account, false),
            AccountMeta::new_readonly(accounts.token_program, false),
        ],
        data,
    }
}

/// Accounts of [`close_result`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CloseResultAccounts {
    pub payer: Pubkey,
    /// The payer is checked by the constraint, the address in the handler.
    pub result: Pubkey,
}

/// Closes a result and returns the rent, from 180 days after its latest fact on. Rent payer only.
pub fn close_result(
    program: Pubkey,
    accounts: &CloseResultAccounts,
) -> Instruction {
    let data = vec![140, 210, 169, 81, 19, 59, 219, 99];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.payer, true),
            AccountMeta::new(accounts.result, false),
        ],
        data,
    }
}

/// Accounts of [`create_market`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CreateMarketAccounts {
    /// Pays. Only the creator may close the market, after everything is paid out.
    pub creator: Pubkey,
    pub market: Pubkey,
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    pub fee_account: Pubkey,
    pub oracle_config: Pubkey,
    pub token_program: Pubkey,
}

/// Creates a market and its vault. Anybody may call this; the creator pays.
pub fn create_market(
    program: Pubkey,
    accounts: &CreateMarketAccounts,
    id: u64,
    terms: &Terms,
) -> Instruction {
    let mut data = vec![103, 226, 97, 235, 200, 188, 251, 254];
    write(&mut data, &id);
    write(&mut data, terms);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.creator, true),
            AccountMeta::new(accounts.market, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new_readonly(accounts.fee_account, false),
            AccountMeta::new_readonly(accounts.oracle_config, false),
            AccountMeta::new_readonly(accounts.token_program, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`create_market_from_buffer`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CreateMarketFromBufferAccounts {
    /// Pays. Only the creator may close the market, after everything is paid out.
    pub creator: Pubkey,
    pub market: Pubkey,
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    pub fee_account: Pubkey,
    pub oracle_config: Pubkey,
    /// A complete buffer of the creator.
    pub buffer: Pubkey,
    pub token_program: Pubkey,
}

/// Like `create_market`, for terms too large for one transaction, read from a buffer owned by the creator.
pub fn create_market_from_buffer(
    program: Pubkey,
    accounts: &CreateMarketFromBufferAccounts,
    id: u64,
) -> Instruction {
    let mut data = vec![102, 114, 193, 203, 205, 60, 249, 67];
    write(&mut data, &id);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.creator, true),
            AccountMeta::new(accounts.market, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new_readonly(accounts.fee_account, false),
            AccountMeta::new_readonly(accounts.oracle_config, false),
            AccountMeta::new_readonly(accounts.buffer, false),
            AccountMeta::new_readonly(accounts.token_program, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`create_parlay`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct CreateParlayAccounts {
    /// Pays. Only the creator may close the parlay, after everything is paid out.
    pub creator: Pubkey,
    pub parlay: Pubkey,
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    pub fee_account: Pubkey,
    pub token_program: Pubkey,
}

/// Creates a parlay over open markets, passed as remaining accounts. Anybody may call this; the creator pays.
pub fn create_parlay(
    program: Pubkey,
    accounts: &CreateParlayAccounts,
    id: u64,
    terms: &ParlayTerms,
) -> Instruction {
    let mut data = vec![127, 36, 125, 173, 162, 128, 246, 207];
    write(&mut data, &id);
    write(&mut data, terms);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.creator, true),
            AccountMeta::new(accounts.parlay, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new_readonly(accounts.fee_account, false),
            AccountMeta::new_readonly(accounts.token_program, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`finalise`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct FinaliseAccounts {
    /// The market.
    pub market: Pubkey,
    /// The vault.
    pub vault: Pubkey,
}

/// Makes a proposal final. Anybody may call this after the challenge window.
pub fn finalise(
    program: Pubkey,
    accounts: &FinaliseAccounts,
) -> Instruction {
    let data = vec![197, 63, 114, 249, 245, 72, 39, 132];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.market, false),
            AccountMeta::new_readonly(accounts.vault, false),
        ],
        data,
    }
}

/// Makes the proposals of any number of markets final, passed as remaining accounts. Skips those that it cannot
/// finalise. Anybody may call this after the challenge windows.
pub fn finalise_many(
    program: Pubkey,
) -> Instruction {
    let data = vec![241, 24, 159, 62, 203, 58, 130, 5];
    Instruction {
        program_id: program,
        accounts: vec![
        ],
        data,
    }
}

/// Accounts of [`post_result`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct PostResultAccounts {
    /// Pays for what the account needs to be rent-exempt. Its creator gets the rent when it is closed.
    pub payer: Pubkey,
    pub result: Pubkey,
    /// Whose owner is the oracle of the result.
    pub roots: Pubkey,
}

/// Posts what a proof shows about a match to the match's result, which any program can read and `settle_many`
/// settles with. A result of attesters takes only what they vouch for. Makes or grows the account. Anybody may call
/// this, until 90 days after the event; the payer pays.
#[allow(clippy::too_many_arguments)]
pub fn post_result(
    program: Pubkey,
    accounts: &PostResultAccounts,
    fixture_id: i64,
    sport: u8,
    finality: &FinalityPolicy,
    attesters: &Option<Attesters>,
    proof: &ResultProof,
    witness: &Option<StatLeaf>,
) -> Instruction {
    let mut data = vec![209, 11, 193, 110, 192, 1, 142, 9];
    write(&mut data, &fixture_id);
    write(&mut data, &sport);
    write(&mut data, finality);
    write(&mut data, attesters);
    write(&mut data, proof);
    write(&mut data, witness);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.payer, true),
            AccountMeta::new(accounts.result, false),
            AccountMeta::new_readonly(accounts.roots, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`post_result_from_buffer`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct PostResultFromBufferAccounts {
    /// Pays for what the account needs to be rent-exempt. Its creator gets the rent when it is closed.
    pub payer: Pubkey,
    pub result: Pubkey,
    /// Whose owner is the oracle of the result.
    pub roots: Pubkey,
    /// May belong to anybody.
    pub buffer: Pubkey,
}

/// Like `post_result`, with a proof from a buffer. Anybody may call this; the payer pays.
pub fn post_result_from_buffer(
    program: Pubkey,
    accounts: &PostResultFromBufferAccounts,
    fixture_id: i64,
    sport: u8,
    finality: &FinalityPolicy,
    attesters: &Option<Attesters>,
) -> Instruction {
    let mut data = vec![198, 64, 90, 42, 146, 77, 127, 166];
    write(&mut data, &fixture_id);
    write(&mut data, &sport);
    write(&mut data, finality);
    write(&mut data, attesters);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.payer, true),
            AccountMeta::new(accounts.result, false),
            AccountMeta::new_readonly(accounts.roots, false),
            AccountMeta::new_readonly(accounts.buffer, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`propose_void`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct ProposeVoidAccounts {
    /// The market.
    /// place.
    pub market: Pubkey,
    pub roots: Pubkey,
}

/// Proposes to void a market whose fixture was abandoned or cancelled, if the terms allow it. Anybody may call this
/// from `stakes_close` on.
pub fn propose_void(
    program: Pubkey,
    accounts: &ProposeVoidAccounts,
    proof: &ScoreProof,
) -> Instruction {
    let mut data = vec![145, 86, 36, 53, 83, 152, 9, 31];
    write(&mut data, proof);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.market, false),
            AccountMeta::new_readonly(accounts.roots, false),
            AccountMeta::new_readonly(INSTRUCTIONS_SYSVAR, false),
        ],
        data,
    }
}

/// Accounts of [`settle`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct SettleAccounts {
    /// The market.
    /// place.
    pub market: Pubkey,
    pub roots: Pubkey,
}

/// Proposes the outcome that a proof shows; without a challenge window, the outcome is final at once. Voids the
/// market if the proof contradicts the proposal. Anybody may call this from `stakes_close` on.
pub fn settle(
    program: Pubkey,
    accounts: &SettleAccounts,
    proof: &ScoreProof,
    witness: &Option<StatLeaf>,
) -> Instruction {
    let mut data = vec![175, 42, 185, 87, 144, 131, 102, 212];
    write(&mut data, proof);
    write(&mut data, witness);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.market, false),
            AccountMeta::new_readonly(accounts.roots, false),
            AccountMeta::new_readonly(INSTRUCTIONS_SYSVAR, false),
        ],
        data,
    }
}

/// Accounts of [`settle_from_buffer`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct SettleFromBufferAccounts {
    /// The market.
    pub market: Pubkey,
    pub roots: Pubkey,
    /// May belong to anybody.
    pub buffer: Pubkey,
}

/// Like `settle`, with a proof from a buffer. Anybody may call this from `stakes_close` on.
pub fn settle_from_buffer(
    program: Pubkey,
    accounts: &SettleFromBufferAccounts,
) -> Instruction {
    let data = vec![76, 134, 154, 182, 113, 216, 25, 140];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.market, false),
            AccountMeta::new_readonly(accounts.roots, false),
            AccountMeta::new_readonly(INSTRUCTIONS_SYSVAR, false),
            AccountMeta::new_readonly(accounts.buffer, false),
        ],
        data,
    }
}

/// Accounts of [`settle_many`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct SettleManyAccounts {
    pub result: Pubkey,
}

/// Settles any number of markets, passed as remaining accounts, with a result. Skips those that it cannot settle.
/// Anybody may call this.
pub fn settle_many(
    program: Pubkey,
    accounts: &SettleManyAccounts,
) -> Instruction {
    let data = vec![160, 73, 49, 36, 154, 79, 166, 53];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new_readonly(accounts.result, false),
        ],
        data,
    }
}

/// Accounts of [`settle_parlay`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct SettleParlayAccounts {
    /// Address and layout are checked in the handler.
    pub parlay: Pubkey,
    /// The leg's market.
    pub market: Pubkey,
}

/// Copies the result of one leg; the last leg decides the parlay. Anybody may call this once the leg's market is
/// decided.
pub fn settle_parlay(
    program: Pubkey,
    accounts: &SettleParlayAccounts,
    leg: u8,
) -> Instruction {
    let mut data = vec![51, 60, 177, 79, 214, 52, 6, 22];
    write(&mut data, &leg);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.parlay, false),
            AccountMeta::new(accounts.market, false),
        ],
        data,
    }
}

/// Accounts of [`stake`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct StakeAccounts {
    /// The staker; pays the rent of the position and gets it back.
    pub owner: Pubkey,
    /// The market or parlay.
    pub pool: Pubkey,
    /// The position, created with the first stake.
    pub position: Pubkey,
    /// The vault.
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    /// Token account of the mint, from which the owner may spend.
    pub source: Pubkey,
    pub token_program: Pubkey,
}

/// Stakes on an outcome of a market or parlay, before `stakes_close`. Of a parlay, 0 is yes and 1 is no.
/// `terms_hash` is the hash of the terms that the owner agrees to.
pub fn stake(
    program: Pubkey,
    accounts: &StakeAccounts,
    outcome: u8,
    amount: u64,
    terms_hash: &[u8; 32],
) -> Instruction {
    let mut data = vec![206, 176, 202, 18, 200, 209, 179, 108];
    write(&mut data, &outcome);
    write(&mut data, &amount);
    write(&mut data, terms_hash);
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.owner, true),
            AccountMeta::new(accounts.pool, false),
            AccountMeta::new(accounts.position, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new(accounts.source, false),
            AccountMeta::new_readonly(accounts.token_program, false),
            AccountMeta::new_readonly(SYSTEM_PROGRAM, false),
        ],
        data,
    }
}

/// Accounts of [`sweep`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct SweepAccounts {
    /// The market or parlay.
    pub pool: Pubkey,
    /// The vault.
    pub vault: Pubkey,
    /// The mint of the terms, owned by the token program.
    pub mint: Pubkey,
    pub fee_account: Pubkey,
    pub token_program: Pubkey,
}

/// Sends whatever the vault does not owe to the fee account. Anybody may call this once the market or parlay is
/// decided.
pub fn sweep(
    program: Pubkey,
    accounts: &SweepAccounts,
) -> Instruction {
    let data = vec![40, 23, 234, 175, 14, 61, 154, 177];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.pool, false),
            AccountMeta::new(accounts.vault, false),
            AccountMeta::new_readonly(accounts.mint, false),
            AccountMeta::new(accounts.fee_account, false),
            AccountMeta::new_readonly(accounts.token_program, false),
        ],
        data,
    }
}

/// Verifies the signature of a market's signer for the instruction directly after it, as the Ed25519 program does.
pub fn verify_signer(
    program: Pubkey,
    key: &[u8; 32],
    signature: &[u8; 64],
    message: &[u8; 32],
) -> Instruction {
    let mut data = vec![130, 200, 114, 187, 126, 26, 1, 93];
    write(&mut data, key);
    write(&mut data, signature);
    write(&mut data, message);
    Instruction {
        program_id: program,
        accounts: vec![
        ],
        data,
    }
}

/// Accounts of [`void`]; those with one address for all are filled in.
#[derive(Clone, Copy, Debug)]
pub struct VoidAccounts {
    /// The market or parlay.
    pub pool: Pubkey,
    /// The vault.
    pub vault: Pubkey,
}

/// Voids a market that nobody settled, from `void_after` on, or a parlay with a void leg. Anybody may call this.
pub fn void(
    program: Pubkey,
    accounts: &VoidAccounts,
) -> Instruction {
    let data = vec![55, 130, 74, 24, 235, 14, 16, 3];
    Instruction {
        program_id: program,
        accounts: vec![
            AccountMeta::new(accounts.pool, false),
            AccountMeta::new_readonly(accounts.vault, false),
        ],
        data,
    }
}
