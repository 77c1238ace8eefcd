//! Error numbers: from 6000 in the order of the interface that clients already know, from 6100 this program's own. The
//! list is append-only, so a number never changes its meaning.

use anchor_lang::prelude::*;
use linesman_verifier::Error as Refusal;

/// This program's errors, apart from Anchor's own. Entries that no instruction returns keep their place, so that a
/// number means the same in every deployment of the interface.
#[error_code]
pub enum OracleError {
    #[msg("The event is not active")]
    EventNotActive = 0,
    #[msg("Price_names and prices have different lengths")]
    PricesMismatch = 1,
    #[msg("The odds update is not valid")]
    InvalidOddsUpdate = 2,
    #[msg("The record does not lead to the summary's sub-tree root, or its path has the wrong shape")]
    InvalidSubTreeProof = 3,
    #[msg("The summary does not lead to the published root of its slot, or its path has the wrong shape")]
    InvalidMainTreeProof = 4,
    #[msg("The times do not belong to one slot, or not to the slot of the record or of the account")]
    TimeSlotMismatch = 5,
    #[msg("Hour_of_day must be 0 to 23 and minute_of_hour 0 to 59")]
    InvalidTime = 6,
    #[msg("No root has been published for this slot")]
    RootNotAvailable = 7,
    #[msg("The account's discriminator is not that of the expected account type")]
    AccountDiscriminatorMismatch = 8,
    #[msg("The account's address is not the expected program address")]
    InvalidPda = 9,
    #[msg("The ts argument is not the time that the proof commits to")]
    TimestampMismatch = 10,
    #[msg("The roots account does not have the length of its kind")]
    SliceError = 11,
    #[msg("The account's owner is not the expected program")]
    InvalidOwner = 12,
    #[msg("The index is outside the account's slots")]
    InvalidTimeSlot = 13,
    #[msg("The stake is still locked")]
    StakeStillLocked = 14,
    #[msg("The recipient is not the expected account")]
    InvalidRecipient = 15,
    #[msg("The subscription is still active")]
    ActiveSubscription = 16,
    #[msg("The signer does not hold the role that this instruction requires")]
    Unauthorized = 17,
    #[msg("The roots account exists and is not owned by this program")]
    InvalidAccountOwner = 18,
    #[msg("The mint's authority is not the expected account")]
    InvalidMintAuthority = 19,
    #[msg("The mint is not the one in the configuration")]
    InvalidMint = 20,
    #[msg("The predicate is false")]
    PredicateFailed = 21,
    #[msg("The event root does not lead to events_sub_tree_root, or its path has the wrong shape")]
    InvalidFixtureSubTreeProof = 22,
    #[msg("A stat does not lead to the event stat root, or its zero proof is malformed")]
    InvalidStatProof = 23,
    #[msg("Two stats need an operator and an equal event root")]
    InvalidStatCombination = 24,
    #[msg("The predicate needs a second stat")]
    MissingSecondStat = 25,
    #[msg("A second stat was given that the predicate does not use")]
    UnexpectedSecondStat = 26,
    #[msg("An arithmetic result or a time is out of range")]
    Overflow = 27,
    #[msg("The trade is not active")]
    TradeNotActive = 28,
    #[msg("The trader is not a party of the trade")]
    InvalidTrader = 29,
    #[msg("The winner is not the expected one")]
    WinnerMismatch = 30,
    #[msg("The terms are not those of the trade")]
    TradeTermsMismatch = 31,
    #[msg("The signer may not settle this trade")]
    UnauthorizedSettler = 32,
    #[msg("The amount is below the minimum deposit")]
    FundsBelowMinimumDeposit = 33,
    #[msg("The user's token balance is too low")]
    InsufficientUserBalance = 34,
    #[msg("The amount must not be zero")]
    ZeroAmount = 35,
    #[msg("The vault still holds tokens")]
    VaultNotEmpty = 36,
    #[msg("The vault's token balance is too low")]
    InsufficientVaultBalance = 37,
    #[msg("The calculation failed")]
    CalculationError = 38,
    #[msg("The subscription's times are not valid")]
    InvalidSubscriptionTs = 39,
    #[msg("A subscription cannot be shortened")]
    CannotShortenSubscription = 40,
    #[msg("Weeks must be a positive multiple of 4")]
    InvalidWeeks = 41,
    #[msg("Minute_of_hour must be a multiple of 5")]
    InvalidTimeAlignment = 42,
    #[msg("Epoch_day must be a multiple of 10")]
    InvalidEpochDayAlignment = 43,
    #[msg("The fixtures roots account does not have the length of its kind")]
    AccountDataTooSmall = 44,
    #[msg("There is not enough liquidity")]
    InsufficientLiquidity = 45,
    #[msg("The amount is not valid")]
    InvalidAmount = 46,
    #[msg("The expiration is not valid")]
    InvalidExpiration = 47,
    #[msg("The record and the summary name different fixtures or competitions")]
    FixtureMismatch = 48,
    #[msg("The period is not the expected one")]
    PeriodMismatch = 49,
    #[msg("The intent is not active")]
    IntentNotActive = 50,
    #[msg("The order has not expired yet")]
    OrderNotYetExpired = 51,
    #[msg("The terms are not the expected ones")]
    TermsMismatch = 52,
    #[msg("The stat key is not the expected one")]
    StatKeyMismatch = 53,
    #[msg("The vault is not the expected account")]
    InvalidVault = 54,
    #[msg("The slot already holds another root; a published root never changes")]
    EquivocationAttempt = 55,
    #[msg("A number is out of range")]
    NumericOverflow = 56,
    #[msg("The data is not valid; a root must not be all zero, row ids and keys must be usable")]
    InvalidAccountData = 57,
    #[msg("The rate limit is exceeded; wait before the next request")]
    RateLimitExceeded = 58,
    #[msg("No row of the pricing matrix has this service level")]
    InvalidServiceLevelId = 59,
    #[msg("A new pricing matrix holds at most 50 rows")]
    InitialRowsLimitExceeded = 60,
    #[msg("A stat is missing")]
    MissingStat = 61,
    #[msg("A path holds more than 32 nodes")]
    ProofTooLarge = 62,
    #[msg("The trade is too small")]
    TradeTooSmall = 63,
    #[msg("A pricing matrix holds at most 50 rows")]
    MaxRowsLimitExceeded = 64,
    #[msg("The co-signer is not the backend admin")]
    UnauthorizedAdmin = 65,
    #[msg("The account is not the expected one")]
    InvalidAccount = 66,
    #[msg("The summary is missing")]
    MissingSummary = 67,
    #[msg("The proof is missing")]
    MissingProof = 68,
    #[msg("A proof holds 1 to 5 stats")]
    TooManyStats = 69,
    #[msg("A stat is used more than once by the strategy")]
    DuplicateStatCoverage = 70,
    #[msg("A stat is not used by the strategy")]
    IncompleteStatCoverage = 71,
    #[msg("Geometric targets need a distance predicate")]
    MissingDistancePredicate = 72,
    #[msg("An index points past the stats, or a key has no bit in the zero map's layout")]
    IndexOutOfBounds = 73,
    #[msg("The zero map says that the stat is not zero")]
    StatNotZero = 74,
    #[msg("Leaf_indices must hold one index for each present leaf")]
    LengthMismatch = 75,
    #[msg("Leaf_indices must be distinct and of one depth, and keys distinct")]
    InvalidMultiproof = 76,
    #[msg("Multiproof_hashes ends before the root is reached")]
    MissingProofNode = 77,
    #[msg("A node of multiproof_hashes is left over or on the wrong side")]
    InvalidProofPath = 78,
    #[msg("The credits account is not the user's or holds no credit")]
    InsufficientCredits = 79,
    #[msg("No instruction stands directly before this one; an Ed25519 instruction is required there")]
    MissingSignatureInstruction = 80,
    #[msg("The instruction directly before this one is not the Ed25519 program's")]
    InvalidSignatureProgram = 81,
    #[msg("The payload could not be serialised")]
    SerializationFailed = 82,
    #[msg("The signature is not by the configured oracle key")]
    InvalidOracleSignature = 83,
    #[msg("The sequence number is not valid")]
    InvalidSequenceNumber = 84,
    #[msg("The signed message is not the digest of this payload")]
    MessageMismatch = 85,
    #[msg("The number of packs must not be zero")]
    InvalidPackQuantity = 86,
    #[msg("Update_count must be at least 1")]
    InvalidUpdateCount = 100,
    #[msg("The Ed25519 instruction must hold exactly one signature in the fixed layout of 144 bytes")]
    InvalidSignatureLayout = 101,
    #[msg("A leaf of exactly 64 bytes could be read as an inner node")]
    AmbiguousLeaf = 102,
    #[msg("The parts of a compact proof must fit together and be written in the one way that counts")]
    InvalidCompactForm = 103,
    #[msg("The slot is not over; a root must not be published before every record of it can be there")]
    SlotNotOver = 104,
    #[msg("The slot ended longer ago than the bound for late roots; the admin must sign as well")]
    RootTooLate = 105,
    #[msg("The account is not an attester set of this program at its address")]
    WrongAttesterSet = 106,
    #[msg("The account is not the attestation of the attester set, the kind and the period")]
    WrongAttestation = 107,
    #[msg("An attester set has 1 to 16 distinct keys")]
    InvalidAttesters = 108,
    #[msg("The signer is not a key of the attester set")]
    NotAnAttester = 109,
    #[msg("A call attests 1 to 24 roots")]
    InvalidEntries = 110,
    #[msg("The slot holds another root than the attested one")]
    AttestedRootMismatch = 111,
    #[msg("An attestation is kept for 400 days after its period's end and after its making")]
    AttestationTooYoung = 112,
    #[msg("The kind of roots is 0 for scores, 1 for odds or 2 for fixtures")]
    InvalidRootsKind = 113,
    #[msg("The bound for late roots is 600 to 604,800 seconds, and once set it never returns to 0")]
    InvalidLateAfter = 114,
}

/// Converts an error of the verifier to this program's, with the same number, and logs its name and message. Not
/// inlined, to keep the path of a valid proof short.
#[cold]
#[inline(never)]
pub fn refused(refusal: Refusal) -> Error {
    // One conversion for all: converted in each arm, name and message would be built in each arm.
    let error = match refusal {
        Refusal::InstructionDidNotDeserialize => return ErrorCode::InstructionDidNotDeserialize.into(),
        Refusal::ConstraintSeeds => return ErrorCode::ConstraintSeeds.into(),
        Refusal::PricesMismatch => OracleError::PricesMismatch,
        Refusal::InvalidSubTreeProof => OracleError::InvalidSubTreeProof,
        Refusal::InvalidMainTreeProof => OracleError::InvalidMainTreeProof,
        Refusal::TimeSlotMismatch => OracleError::TimeSlotMismatch,
        Refusal::RootNotAvailable => OracleError::RootNotAvailable,
        Refusal::AccountDiscriminatorMismatch => OracleError::AccountDiscriminatorMismatch,
        Refusal::TimestampMismatch => OracleError::TimestampMismatch,
        Refusal::SliceError => OracleError::SliceError,
        Refusal::InvalidOwner => OracleError::InvalidOwner,
        Refusal::InvalidFixtureSubTreeProof => OracleError::InvalidFixtureSubTreeProof,
        Refusal::InvalidStatProof => OracleError::InvalidStatProof,
        Refusal::InvalidStatCombination => OracleError::InvalidStatCombination,
        Refusal::Overflow => OracleError::Overflow,
        Refusal::AccountDataTooSmall => OracleError::AccountDataTooSmall,
        Refusal::FixtureMismatch => OracleError::FixtureMismatch,
        Refusal::ProofTooLarge => OracleError::ProofTooLarge,
        Refusal::TooManyStats => OracleError::TooManyStats,
        Refusal::DuplicateStatCoverage => OracleError::DuplicateStatCoverage,
        Refusal::IncompleteStatCoverage => OracleError::IncompleteStatCoverage,
        Refusal::MissingDistancePredicate => OracleError::MissingDistancePredicate,
        Refusal::IndexOutOfBounds => OracleError::IndexOutOfBounds,
        Refusal::StatNotZero => OracleError::StatNotZero,
        Refusal::LengthMismatch => OracleError::LengthMismatch,
        Refusal::InvalidMultiproof => OracleError::InvalidMultiproof,
        Refusal::MissingProofNode => OracleError::MissingProofNode,
        Refusal::InvalidProofPath => OracleError::InvalidProofPath,
        Refusal::MissingSignatureInstruction => OracleError::MissingSignatureInstruction,
        Refusal::InvalidSignatureProgram => OracleError::InvalidSignatureProgram,
        Refusal::SerializationFailed => OracleError::SerializationFailed,
        Refusal::InvalidOracleSignature => OracleError::InvalidOracleSignature,
        Refusal::MessageMismatch => OracleError::MessageMismatch,
        Refusal::InvalidUpdateCount => OracleError::InvalidUpdateCount,
        Refusal::InvalidSignatureLayout => OracleError::InvalidSignatureLayout,
        Refusal::AmbiguousLeaf => OracleError::AmbiguousLeaf,
        Refusal::InvalidCompactForm => OracleError::InvalidCompactForm,
        Refusal::WrongAttesterSet => OracleError::WrongAttesterSet,
        Refusal::WrongAttestation => OracleError::WrongAttestation,
    };
    error.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_keep_number_and_name() {
        for refusal in Refusal::ALL {
            let Error::AnchorError(error) = refused(*refusal) else {
                panic!("{refusal} is no program error");
            };
            assert_eq!(error.error_code_number, refusal.number());
            assert_eq!(error.error_name, refusal.name());
        }
    }

    #[test]
    fn the_numbers_are_those_of_the_interface() {
        for (error, number) in [
            (OracleError::EventNotActive, 6000),
            (OracleError::InvalidStatProof, 6023),
            (OracleError::EquivocationAttempt, 6055),
            (OracleError::ProofTooLarge, 6062),
            (OracleError::InvalidPackQuantity, 6086),
            (OracleError::InvalidUpdateCount, 6100),
            (OracleError::AmbiguousLeaf, 6102),
            (OracleError::InvalidCompactForm, 6103),
            (OracleError::SlotNotOver, 6104),
            (OracleError::RootTooLate, 6105),
            (OracleError::WrongAttesterSet, 6106),
            (OracleError::WrongAttestation, 6107),
            (OracleError::InvalidRootsKind, 6113),
            (OracleError::InvalidLateAfter, 6114),
        ] {
            assert_eq!(u32::from(error), number);
        }
    }
}
