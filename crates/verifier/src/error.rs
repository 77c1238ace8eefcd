//! Why a proof is refused. The numbers are shared with the oracle program and the TypeScript code.

macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $message:literal;)*) => {
        /// Why a proof is refused.
        ///
        /// Numbers are those of the oracle program's interface (102 and 20xx are Anchor's). They are never reused or
        /// reordered.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Error {
            $(#[doc = $message] $(#[$doc])* $name = $number,)*
        }

        impl Error {
            /// Every error, in ascending order of numbers.
            pub const ALL: &'static [Error] = &[$(Error::$name,)*];

            /// The number as a program returns it.
            #[must_use]
            pub const fn number(self) -> u32 {
                self as u32
            }

            /// The name as in the oracle program's interface.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Error::$name => stringify!($name),)* }
            }

            /// One sentence that explains the error.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Error::$name => $message,)* }
            }
        }
    };
}

errors! {
    InstructionDidNotDeserialize = 102, "The bytes are not one valid Borsh encoding of the record.";
    ConstraintSeeds = 2006, "The roots account is for another day or window than the time of the proof.";
    PricesMismatch = 6001, "The odds record has not as many prices as price names.";
    InvalidSubTreeProof = 6003, "The record's path has the wrong length or does not lead to the sub-tree root of the \
        summary.";
    InvalidMainTreeProof = 6004, "The summary's path has the wrong length or does not lead to the published root.";
    TimeSlotMismatch = 6005, "The times of the summary are in the wrong order, in two slots, or do not contain the \
        time of the record.";
    RootNotAvailable = 6007, "No root is published for the slot of the proof.";
    AccountDiscriminatorMismatch = 6008, "The account is not a roots account of the kind that the proof needs.";
    TimestampMismatch = 6010, "The time argument is not the time that the proof is bound to.";
    SliceError = 6011, "The roots account does not have the length of its layout.";
    InvalidOwner = 6012, "The return data was not produced by the oracle program.";
    InvalidFixtureSubTreeProof = 6022, "The update's path has the wrong shape or does not lead to the events sub-tree \
        root of the summary.";
    InvalidStatProof = 6023, "The stat's proof does not lead to the event stat root, or its zero proof is malformed.";
    InvalidStatCombination = 6024, "The second stat and the operation must both be given, and both stats must be of \
        one event.";
    Overflow = 6027, "A time is negative or beyond the last epoch day, or arithmetic on the values overflows.";
    AccountDataTooSmall = 6044, "The fixtures roots account does not have the length of its layout.";
    FixtureMismatch = 6048, "The record and the summary name different fixtures or competitions.";
    ProofTooLarge = 6062, "A path has more than 32 nodes.";
    TooManyStats = 6069, "A proof is about 1 to 5 stats.";
    DuplicateStatCoverage = 6070, "The strategy uses a stat twice.";
    IncompleteStatCoverage = 6071, "The strategy does not use every stat.";
    MissingDistancePredicate = 6072, "The strategy has geometric targets but no distance predicate.";
    IndexOutOfBounds = 6073, "A stat index is out of range, or the stat key has no bit in the zero map of the sport.";
    StatNotZero = 6074, "The zero map does not mark the stat as zero.";
    LengthMismatch = 6075, "There must be one leaf index for each stat without a path of its own.";
    InvalidMultiproof = 6076, "The leaf indices are not distinct leaves of one depth, or a stat key is repeated.";
    MissingProofNode = 6077, "The multiproof has too few hashes.";
    InvalidProofPath = 6078, "A multiproof hash is on the wrong side, or is left over.";
    MissingSignatureInstruction = 6080, "The instruction directly before is missing.";
    InvalidSignatureProgram = 6081, "The instruction directly before is not one of the Ed25519 program.";
    SerializationFailed = 6082, "The return data is not exactly one byte, 0 or 1.";
    InvalidOracleSignature = 6083, "The signature is not by a key of the oracle.";
    MessageMismatch = 6085, "The signed message is not the digest of this proof.";
    InvalidUpdateCount = 6100, "The summary counts fewer than one update.";
    InvalidSignatureLayout = 6101, "The Ed25519 instruction does not have the one accepted layout.";
    AmbiguousLeaf = 6102, "A record of exactly 64 bytes cannot be told from an inner node.";
    InvalidCompactForm = 6103, "The parts of the compact form do not fit together, or are not written in the one way \
        that counts.";
    WrongAttesterSet = 6106, "The account is not an attester set of the oracle program at its address.";
    WrongAttestation = 6107, "The account is not the oracle program's attestation of the attester set, the kind and \
        the period.";
}

impl core::fmt::Display for Error {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "{} {}: {}", self.number(), self.name(), self.message())
    }
}

impl core::error::Error for Error {}
