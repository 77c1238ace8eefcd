//! The checks that a proof must pass, by the rules of strict verification.
//!
//! One test removes each of them, and the published vectors must notice. That is what the feature `removable-rules` is
//! for, which no build that is shipped has. Without it [`Rule::is_removed`] is a constant `false`.

macro_rules! rules {
    ($($name:ident = $number:literal, $sentence:literal;)+) => {
        /// A check that a proof must pass.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Rule {
            $(#[doc = $sentence] $name = $number,)+
        }

        impl Rule {
            /// Every check, in ascending order of numbers.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)+];

            /// The name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Rule::$name => stringify!($name),)+ }
            }
        }
    };
}

// `tests/helpers/verifierRules.ts` reads this list; a comment with a number begins a rule of strict verification.
rules! {
    // 1. Levels are pinned
    EventSide = 1, "The first node of a fixture path is a left sibling: an event stat root has an odd leaf index.";
    FixturePathLength = 2, "A fixture path is as long as a tree of two leaves per update is deep.";
    UpdateIndex = 3, "The leaf index of an event stat root is below twice the update count.";
    SubTreePathLength = 4, "The path of an odds or fixture record is as long as a tree of one leaf per update is deep.";
    SubTreeIndex = 5, "The leaf index of an odds or fixture record is below the update count.";
    ScoresMainPath = 6, "The main path of a score proof has at least one node.";
    MainPath = 7, "The main path of an odds or fixture proof has at least one node.";
    BatchPathLength = 8, "The path of a batch's metadata is as long as a tree of it and all fixtures is deep.";
    BatchIndex = 9, "The metadata of a batch is leaf 0.";
    UpdateCount = 10, "A scores summary counts at least one update.";
    RecordCount = 11, "An odds or fixture summary counts at least one record.";
    BatchCounts = 12, "The metadata of a batch counts at least one record and one fixture.";
    ScoresRoot = 13, "A scores summary leads to the published root.";
    EventRoot = 14, "An event stat root leads to the sub-tree root of the summary.";
    StatRoot = 15, "A stat with a path of its own leads to the event stat root.";
    SubTreeRoot = 16, "An odds or fixture record leads to the sub-tree root of the summary.";
    MainRoot = 17, "An odds or fixture summary leads to the published root.";
    BatchRoot = 18, "The metadata of a batch leads to the published root.";
    // 2. A multiproof is used up exactly
    IndexCount = 20, "There is one leaf index for each present stat.";
    IndexDepth = 21, "All leaf indices have one depth, so none is an ancestor of another.";
    IndicesDistinct = 22, "Leaf indices are distinct.";
    HashMissing = 23, "No hash of a multiproof is missing.";
    HashSide = 24, "The side of a multiproof hash is that of its node's number.";
    HashesFit = 25, "The last hashes of a multiproof lead from the last node to node 1, on their sides, all used.";
    HashesWithoutStat = 26, "A multiproof without present stats has no hashes.";
    MultiproofRoot = 27, "A multiproof leads to the event stat root.";
    // 3. Zero stats
    ZeroNodes = 30, "A zero proof has two nodes and no more.";
    ZeroSides = 31, "Both nodes of a zero proof are left siblings.";
    ZeroMarker = 32, "Bytes 1 to 31 of the first node of a zero proof are 0xff.";
    ZeroLayoutKnown = 33, "The layout of a zero proof is one of the three that exist.";
    ZeroLayout = 34, "The layout of a zero proof is that of the trusted sport, or the same in the whole call.";
    ZeroValue = 35, "The value of a zero stat is 0.";
    ZeroMap = 36, "The zero map hashes to the first node of the fixture path.";
    ZeroKey = 37, "The key of a zero stat has a bit in the layout.";
    ZeroBit = 38, "The bit of a zero stat is 1.";
    // 5. Stats are distinct and of one event
    KeysDistinct = 40, "The keys of a multiproof are distinct.";
    SecondStat = 41, "In version 1, a second stat and an operation are given together.";
    OneEvent = 42, "In version 1, both stats have one event stat root.";
    // 6. Time
    TimeArgument = 50, "The time argument of a score proof is the minimum of the summary.";
    OddsTimeArgument = 51, "The time argument of an odds proof is the time of the record.";
    BatchHour = 52, "The index argument of a batch is the hour of its start.";
    TimeRange = 53, "A time is not negative and on an epoch day that fits in 16 bits.";
    TimesOrdered = 54, "The minimum of a scores summary is not after its maximum.";
    TimesInOneSlot = 55, "Both times of a scores summary are in one slot.";
    RecordNotBefore = 56, "The time of an odds or fixture record is not before the minimum of the summary.";
    RecordNotAfter = 57, "The time of an odds or fixture record is not after the maximum of the summary.";
    BatchTimesOrdered = 58, "The start of a batch is not after its end.";
    // 7. The roots account
    RootsOwner = 60, "The roots account is owned by the oracle program.";
    RootsLength = 61, "A scores or odds roots account has the length of its layout.";
    FixturesRootsLength = 62, "A fixtures roots account has the length of its layout.";
    RootsKind = 63, "The discriminator of the roots account is that of the kind.";
    RootsDay = 64, "The stored day or window is that of the time of the proof.";
    RootPublished = 65, "The root of the slot is not zero.";
    // 8. Identity
    OddsFixture = 70, "An odds record and its summary name one fixture.";
    FixtureId = 71, "A fixture record and its summary name one fixture, in the low 48 bits.";
    CompetitionId = 72, "A fixture record and its summary have one competition id.";
    CompetitionName = 73, "A fixture record and its summary have one competition name.";
    PriceCount = 74, "An odds record has as many prices as price names.";
    // 9. Sizes first
    PathSize = 80, "A path has at most 32 nodes.";
    AnyStat = 81, "A proof is about at least one stat.";
    StatCount = 82, "A proof is about at most five stats.";
    LeafSize = 83, "An odds or fixture record does not have 64 bytes, as an inner node does.";
    FlagByte = 84, "The flag of a path node is 0 or 1.";
    // 10. Ed25519
    SignaturePresent = 90, "An instruction stands directly before the current one.";
    SignatureProgram = 91, "The instruction directly before is one of the Ed25519 program, or of the program itself.";
    SignatureLength = 92, "The Ed25519 instruction has 144 bytes.";
    SignatureHeader = 93, "The Ed25519 instruction has the one accepted header.";
    SignatureKey = 94, "The key is one of the oracle's.";
    SignatureMessage = 95, "The message is the digest of the proof.";
    InstructionsSysvar = 96, "The instructions sysvar is the account at its address.";
    ConfigOwner = 97, "The configuration with the oracle's keys is owned by the oracle program.";
    // 11. Truth is not success
    ReturnProducer = 100, "Return data were produced by the oracle program.";
    ReturnByte = 101, "Return data are one byte, 0 or 1.";
    // Conditions
    DistanceGiven = 110, "A condition with predictions has a distance.";
    StatIndex = 111, "A condition uses stats of the proof.";
    StatOnce = 112, "A condition uses no stat twice.";
    EveryStat = 113, "A condition uses every stat.";
    ConditionOverflow = 114, "Sums, differences and distances in a condition fit in 32 bits.";
    OperationOverflow = 115, "In version 1, the sum or difference fits in 32 bits.";
    // The compact form
    CompactValues = 120, "There is one value for each key.";
    CompactAbsentBits = 121, "No bit of an absent stat is beyond the keys.";
    CompactAbsentValue = 122, "The value of an absent stat is 0.";
    CompactZeroMap = 123, "The zero map is given exactly when a key is absent.";
    CompactWitness = 124, "A witness is given only when every key is absent.";
    CompactEventRoot = 125, "The event stat root is given exactly when no stat is present.";
    CompactPeriod = 126, "Without a present stat the period is 0.";
    CompactMainIndex = 127, "The main index is below the number of leaves at that depth.";
    CompactMainPath = 128, "The summary has at least one sibling.";
    CompactWitnessKey = 129, "The witness is about none of the keys.";
    CompactHashesWithoutStat = 130, "Without a present stat there are no hashes.";
    CompactHashesFit = 131, "The last hashes lead from the last node to node 1, none missing and none left over.";
    CompactRoot = 132, "The proof leads to the published root.";
}

/// Returns `error` if a proof does not pass a check.
macro_rules! require {
    ($rule:ident, $passes:expr, $error:expr) => {
        if !$passes && !$crate::Rule::$rule.is_removed() {
            return Err($error);
        }
    };
}

/// Returns `error`: the proof does not pass a check. What follows is for tests that have removed it.
macro_rules! refuse {
    ($rule:ident, $error:expr) => {
        $crate::rule::require!($rule, false, $error)
    };
}

pub(crate) use {refuse, require};

#[cfg(not(feature = "removable-rules"))]
impl Rule {
    /// Whether the check is switched off, for a test: `false`.
    #[inline(always)]
    #[must_use]
    pub const fn is_removed(self) -> bool {
        false
    }
}

#[cfg(all(feature = "removable-rules", target_os = "solana"))]
mod removed {
    use super::Rule;

    /// The number of the removed check, behind bytes by which a test finds it in a compiled program.
    #[used]
    static REMOVED_RULE: [u8; 16] = *b"removed rule is\0";

    impl Rule {
        /// Whether the check is switched off.
        #[inline(always)]
        #[must_use]
        pub fn is_removed(self) -> bool {
            // SAFETY: a reference is valid. Volatile, because a test changes the byte in the compiled program.
            #[allow(unsafe_code)]
            let [.., removed] = unsafe { core::ptr::read_volatile(&REMOVED_RULE) };
            removed == self as u8
        }
    }
}

#[cfg(all(feature = "removable-rules", not(target_os = "solana")))]
mod removed {
    use super::Rule;
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    static REMOVED: AtomicU8 = AtomicU8::new(0);
    static LAST_REFUSAL: AtomicU8 = AtomicU8::new(0);

    impl Rule {
        /// Whether the check is switched off. Asked when a proof does not pass it.
        #[must_use]
        pub fn is_removed(self) -> bool {
            LAST_REFUSAL.store(self as u8, Relaxed);
            REMOVED.load(Relaxed) == self as u8
        }

        /// Switches a check off and all others on, in the whole process, and forgets the last refusal.
        pub fn remove(rule: Option<Self>) {
            REMOVED.store(rule.map_or(0, |rule| rule as u8), Relaxed);
            LAST_REFUSAL.store(0, Relaxed);
        }

        /// The check that a proof did not pass most recently.
        #[must_use]
        pub fn last_refusal() -> Option<Self> {
            let last = LAST_REFUSAL.load(Relaxed);
            Self::ALL.iter().copied().find(|rule| *rule as u8 == last)
        }
    }
}
