use anchor_lang::prelude::*;

/// Errors of the settlement program, from 6200. Append-only: never reordered or reused. Errors of the proof verifier
/// keep their own numbers (102, 2006 and 6001–6103).
#[error_code(offset = 6200)]
#[derive(PartialEq, Eq)]
pub enum SettlementError {
    #[msg("The terms are out of bounds; the log names the bound")]
    InvalidTerms,
    #[msg("The outcomes are not valid; the log says why")]
    InvalidOutcomes,
    #[msg("The stat keys are not 1 to 5 distinct keys of the sport")]
    InvalidStatKeys,
    #[msg("The finality policy does not allow these keys, or needs a signer")]
    InvalidPolicy,
    #[msg("The times of the terms are out of bounds; the log names the bound")]
    InvalidTimes,
    #[msg("The fee is above 1,000 basis points")]
    InvalidFee,
    #[msg("The stake limits are not 1 <= minimum <= maximum")]
    InvalidStakeLimits,
    #[msg("The signer is not the current or next key in the oracle's configuration")]
    UnknownSigner,
    #[msg("The mint has an extension that is not accepted; the log names it")]
    UnsupportedMint,
    #[msg("The account is not a token account, or has an extension that is not accepted; the log says which")]
    UnsupportedTokenAccount,
    #[msg("The terms of the market are not the ones the staker agreed to")]
    TermsHashMismatch,
    #[msg("The market is not in the state this instruction needs")]
    MarketNotOpen,
    #[msg("Staking is closed")]
    StakingClosed,
    #[msg("The stake is outside the limits of the terms")]
    StakeOutOfRange,
    #[msg("The market has no such outcome")]
    UnknownOutcome,
    #[msg("Staking is still open: the market cannot be settled before stakes_close")]
    TooEarly,
    #[msg("The proven event is not between the terms' earliest and latest")]
    OutsideTimeBounds,
    #[msg("The proof is of another fixture")]
    WrongFixture,
    #[msg("The proof is not of exactly the terms' stat keys in their order")]
    WrongStatKeys,
    #[msg("No present leaf has a period that the finality policy accepts")]
    NotFinal,
    #[msg("Every stat is absent: a finality witness is needed")]
    MissingWitness,
    #[msg("The finality policy needs a payload signed by the stored signer")]
    SignatureRequired,
    #[msg("The proven event is not newer than the proposed one")]
    NotNewer,
    #[msg("The challenge window is still open")]
    WindowOpen,
    #[msg("Nothing is proposed")]
    NothingProposed,
    #[msg("The market cannot be voided before void_after")]
    VoidTooEarly,
    #[msg("The market is neither final nor void")]
    NotDecided,
    #[msg("The market still has open positions or a parlay that holds it")]
    PositionsOpen,
    #[msg("The account does not belong to the owner of the position")]
    WrongOwner,
    #[msg("The vault would hold less than the market owes")]
    VaultInvariant,
    #[msg("The vault is not the market's")]
    WrongVault,
    #[msg("The mint is not the market's")]
    WrongMint,
    #[msg("The fee account is not the market's")]
    WrongFeeAccount,
    #[msg("Only the creator may do this")]
    UnauthorizedCreator,
    #[msg("The roots account does not belong to the market's oracle program")]
    WrongOracle,
    #[msg("The roots account is not at its derived address")]
    WrongRootsAddress,
    #[msg("An amount is out of range")]
    MathOverflow,
    #[msg("The leaves of the proof have different periods")]
    UnequalPeriods,
    #[msg("The position is not of this market")]
    WrongPosition,
    #[msg("Retired: nothing raises it; a sweep of nothing succeeds")]
    NothingToSweep,
    #[msg("The terms do not let an abandonment void the market")]
    AbandonmentNotAllowed,
    #[msg("No present leaf says that the fixture was abandoned or cancelled")]
    NotAbandoned,
    #[msg("The buffer has no byte or more than 10,000, or the write is empty or goes past its end")]
    InvalidBuffer,
    #[msg("The bytes in the buffer are not the announced ones: it is not written to the end")]
    BufferNotSealed,
    #[msg("The buffer is not the one of its owner and number, or of another owner")]
    WrongBuffer,
    #[msg("The parlay is not valid; the log says why")]
    InvalidParlay,
    #[msg("The market is not the leg of the parlay")]
    WrongLeg,
    #[msg("The market of the leg is neither final nor void yet")]
    LegOpen,
    #[msg("The result of the leg is copied already")]
    LegCopied,
    #[msg("The parlay still waits for legs")]
    LegsOpen,
    #[msg("The terms have more than 64 targets and predicates, or more than 2,048 bytes")]
    TermsTooLarge,
    #[msg("The account has a layout that this program does not read")]
    UnknownVersion,
    #[msg("The result is not that of this oracle program, fixture, sport, finality policy and attesters")]
    WrongResult,
    #[msg("The sport is not 1, 2 or 6")]
    UnsupportedSport,
    #[msg("The proven event is new to the result and more than 90 days old")]
    EventTooOld,
    #[msg("The result is contradicted: two proofs of one update disagree")]
    ContradictedResult,
    #[msg("None of the markets could be settled; the log says why the first could not")]
    NothingSettled,
    #[msg("The result has no fact about a stat key of the market")]
    FactMissing,
    #[msg("The result cannot be closed before 180 days after its latest fact, or 270 days after its event")]
    ResultTooYoung,
    #[msg("Only the payer of the result's rent may do this")]
    UnauthorizedPayer,
    #[msg("The account is not a writable market of this program")]
    NotAMarket,
    #[msg("The result's fact about a stat key of the market is not of its latest event: post that key again")]
    FactNotCurrent,
    #[msg("The terms do not let a result settle the market")]
    ResultsNotAllowed,
    #[msg("Fewer attesters than the terms ask for vouch for the root of the proven slot")]
    NotAttested,
}
