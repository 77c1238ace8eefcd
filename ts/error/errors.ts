/**
 * Every error number of the project. Numbers are never reused and never reordered; new ones are added at the end of their range.
 *
 * - 102–3010: Anchor's and the system's own, passed through.
 * - 6000–6086: the oracle program's, in the order of its enum, so that clients of other deployments read the same numbers.
 * - 6100–: the oracle program's and the verifiers', ours alone.
 * - 6200–: the settlement program's.
 * - 7000–: the TypeScript side's.
 */
export interface ErrorEntry {
  readonly name: string;
  /** One sentence, for when nothing is known about the value at fault. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
}

const UNUSED = 'The number is kept so that error numbers agree between deployments; no instruction of ours returns it.';
const RETIRED = 'The number is kept, for numbers are not used again; nothing raises it any more.';
const REREAD = 'Ask the service for the proof again; if it still fails, the proof is not one the oracle built.';
const STRICT = 'Proofs have one valid encoding; take the answer of the service unchanged.';

const entry = (name: string, sentence: string, hint: string): ErrorEntry => ({ name, sentence, hint });

export const ERROR_TABLE = {
  102: entry(
    'InstructionDidNotDeserialize',
    'The arguments of the instruction do not decode.',
    'Build the instruction with this package, and leave no byte out and add none.',
  ),
  2004: entry(
    'ConstraintOwner',
    'An account belongs to another program than the instruction requires.',
    'Pass the account of the same oracle program that the instruction or the market names.',
  ),
  2006: entry(
    'ConstraintSeeds',
    'An account is not the one that its seeds give.',
    'Pass the roots account of the day of the proof; the address is derived from the day.',
  ),
  3005: entry(
    'AccountNotEnoughKeys',
    'The instruction has fewer accounts than it needs.',
    'Pass every account of the instruction in order.',
  ),
  3010: entry('AccountNotSigner', 'An account that has to sign did not sign.', 'Sign the transaction with that key.'),

  6000: entry('EventNotActive', 'The event is not active.', UNUSED),
  6001: entry(
    'PricesMismatch',
    'The odds record has another number of prices than of price names.',
    'Use the record exactly as the service sent it.',
  ),
  6002: entry('InvalidOddsUpdate', 'The odds update is not valid.', UNUSED),
  6003: entry('InvalidSubTreeProof', 'The sub-tree proof does not lead from the record to the summary.', REREAD),
  6004: entry(
    'InvalidMainTreeProof',
    'The main tree proof does not lead from the summary to the published root.',
    'Check that the roots account is of the oracle that built the proof; then ask for the proof again.',
  ),
  6005: entry('TimeSlotMismatch', 'The times of the proof do not fit together.', STRICT),
  6006: entry('InvalidTime', 'The hour or the minute is out of range.', 'Hours are 0 to 23, minutes 0 to 59.'),
  6007: entry(
    'RootNotAvailable',
    'No root is published for the slot of the proof.',
    'Roots appear within a minute of the end of a slot; try again later.',
  ),
  6008: entry(
    'AccountDiscriminatorMismatch',
    'The account is not of the expected kind.',
    'Scores, odds and fixtures have separate roots accounts; pass the one of the kind that is proven.',
  ),
  6009: entry('InvalidPda', 'The address is not the derived one.', UNUSED),
  6010: entry(
    'TimestampMismatch',
    'The time argument is not the one that the proof binds.',
    'For scores pass the minimum timestamp of the summary; for odds the time of the record.',
  ),
  6011: entry(
    'SliceError',
    'The roots account does not have the length of its layout.',
    'Pass the daily roots account of the oracle program, all 9232 bytes of it and no more.',
  ),
  6012: entry(
    'InvalidOwner',
    'The owner is not the expected one.',
    'Pass a token account that belongs to whom the instruction names.',
  ),
  6013: entry('InvalidTimeSlot', 'The slot index is out of range.', 'A fixtures window has the indices 0 to 239.'),
  6014: entry('StakeStillLocked', 'The stake is still locked.', UNUSED),
  6015: entry('InvalidRecipient', 'The recipient is not valid.', UNUSED),
  6016: entry('ActiveSubscription', 'The subscription is still active.', UNUSED),
  6017: entry(
    'Unauthorized',
    'The signer does not have the role that the instruction needs.',
    'Sign with the key that the configuration of the deployment names for this role.',
  ),
  6018: entry(
    'InvalidAccountOwner',
    'The account belongs to another program.',
    'Pass an account of the oracle program.',
  ),
  6019: entry(
    'InvalidMintAuthority',
    'The mint authority is not the expected one.',
    'Make the treasury of the deployment the authority of the mint.',
  ),
  6020: entry('InvalidMint', 'The mint is not the expected one.', 'Use the mint that the configuration names.'),
  6021: entry('PredicateFailed', 'The predicate does not hold.', UNUSED),
  6022: entry(
    'InvalidFixtureSubTreeProof',
    'The fixture proof does not lead from the event stat root to the summary.',
    'If the proof is of the older tree (before July 2026), ask for it by name; else ask the service for it again.',
  ),
  6023: entry('InvalidStatProof', 'The proof of a stat does not lead to the event stat root.', REREAD),
  6024: entry(
    'InvalidStatCombination',
    'Two stats and an operation go together: both or neither, of the same event.',
    'Give stat_b and op both or neither, with the same event stat root.',
  ),
  6025: entry('MissingSecondStat', 'The second stat is missing.', UNUSED),
  6026: entry('UnexpectedSecondStat', 'There is a second stat where none is expected.', UNUSED),
  6027: entry(
    'Overflow',
    'A number is out of range.',
    'Values are 32-bit; times are positive milliseconds whose day fits in 16 bits.',
  ),
  6028: entry('TradeNotActive', 'The trade is not active.', UNUSED),
  6029: entry('InvalidTrader', 'The trader is not valid.', UNUSED),
  6030: entry('WinnerMismatch', 'The winner is another one.', UNUSED),
  6031: entry('TradeTermsMismatch', 'The terms of the trade differ.', UNUSED),
  6032: entry('UnauthorizedSettler', 'The settler is not authorised.', UNUSED),
  6033: entry('FundsBelowMinimumDeposit', 'The funds are below the minimum deposit.', UNUSED),
  6034: entry(
    'InsufficientUserBalance',
    'The balance of the user is too small.',
    'Put what it costs into the token account first.',
  ),
  6035: entry('ZeroAmount', 'The amount is zero.', 'Give an amount above zero.'),
  6036: entry('VaultNotEmpty', 'The vault is not empty.', UNUSED),
  6037: entry('InsufficientVaultBalance', 'The vault holds too little.', 'Wait until the vault is filled.'),
  6038: entry(
    'CalculationError',
    'A calculation failed.',
    'The mint moved another amount than was asked for: use one without extensions that take a share.',
  ),
  6039: entry('InvalidSubscriptionTs', 'The time of the subscription is not valid.', UNUSED),
  6040: entry('CannotShortenSubscription', 'A subscription cannot be shortened.', UNUSED),
  6041: entry(
    'InvalidWeeks',
    'The number of weeks is not a positive multiple of 4.',
    'Subscribe for 4, 8, 12, … weeks.',
  ),
  6042: entry('InvalidTimeAlignment', 'The minute is not on a 5-minute boundary.', 'Use minutes 0, 5, …, 55.'),
  6043: entry(
    'InvalidEpochDayAlignment',
    'The day is not a multiple of 10.',
    'Round the epoch day down to a multiple of 10.',
  ),
  6044: entry(
    'AccountDataTooSmall',
    'The fixtures roots account does not have the length of its layout.',
    'Pass the ten-day fixtures roots account, all 7696 bytes of it and no more.',
  ),
  6045: entry('InsufficientLiquidity', 'There is too little liquidity.', UNUSED),
  6046: entry('InvalidAmount', 'The amount is not valid.', UNUSED),
  6047: entry('InvalidExpiration', 'The expiration is not valid.', UNUSED),
  6048: entry('FixtureMismatch', 'The record and the summary are of different fixtures or competitions.', STRICT),
  6049: entry('PeriodMismatch', 'The periods differ.', UNUSED),
  6050: entry('IntentNotActive', 'The intent is not active.', UNUSED),
  6051: entry('OrderNotYetExpired', 'The order has not expired yet.', UNUSED),
  6052: entry('TermsMismatch', 'The terms differ.', UNUSED),
  6053: entry('StatKeyMismatch', 'The stat keys differ.', UNUSED),
  6054: entry('InvalidVault', 'The vault is not the expected one.', 'Pass the derived vault address.'),
  6055: entry(
    'EquivocationAttempt',
    'The slot already has another root.',
    'A root is written once; find out why the batch was built twice with different contents.',
  ),
  6056: entry('NumericOverflow', 'A number is out of range.', UNUSED),
  6057: entry('InvalidAccountData', 'The data is not valid.', 'Roots are not all zero, and row ids are distinct.'),
  6058: entry('RateLimitExceeded', 'The limit of calls is reached.', 'Try again later.'),
  6059: entry(
    'InvalidServiceLevelId',
    'The service level is not in the pricing matrix.',
    'Read the pricing matrix for the levels on offer.',
  ),
  6060: entry('InitialRowsLimitExceeded', 'The pricing matrix is created with too many rows.', 'Use at most 50 rows.'),
  6061: entry('MissingStat', 'A stat is missing.', UNUSED),
  6062: entry('ProofTooLarge', 'A path has more than 32 nodes.', STRICT),
  6063: entry('TradeTooSmall', 'The trade is too small.', UNUSED),
  6064: entry('MaxRowsLimitExceeded', 'The pricing matrix has too many rows.', 'Use at most 50 rows.'),
  6065: entry(
    'UnauthorizedAdmin',
    'The admin that co-signs is not the configured one.',
    'Get a quote that the backend admin signed.',
  ),
  6066: entry(
    'InvalidAccount',
    'The account is not the expected one.',
    'Pass the accounts of the instruction in order.',
  ),
  6067: entry('MissingSummary', 'The summary is missing.', UNUSED),
  6068: entry('MissingProof', 'The proof is missing.', UNUSED),
  6069: entry('TooManyStats', 'A call proves 1 to 5 stats.', 'Split the keys over several calls.'),
  6070: entry(
    'DuplicateStatCoverage',
    'The strategy uses a stat twice.',
    'Use every proven stat exactly once in the strategy.',
  ),
  6071: entry(
    'IncompleteStatCoverage',
    'The strategy leaves a stat out.',
    'Use every proven stat exactly once in the strategy, or prove fewer stats.',
  ),
  6072: entry(
    'MissingDistancePredicate',
    'The strategy has geometric targets and no distance predicate.',
    'Add the distance predicate or remove the targets.',
  ),
  6073: entry(
    'IndexOutOfBounds',
    'An index is out of range: a strategy names a stat that is not there, or a key has no bit in the zero map of the sport.',
    'Check the sport, and the indices of the strategy against the number of stats.',
  ),
  6074: entry(
    'StatNotZero',
    'The zero map does not say that the stat is zero.',
    'Ask for the proof of the stat itself; of an update without stats nothing can be proven: take another.',
  ),
  6075: entry('LengthMismatch', 'The multiproof has another number of indices than of present leaves.', STRICT),
  6076: entry('InvalidMultiproof', 'The leaf indices or keys of the multiproof are not valid.', STRICT),
  6077: entry('MissingProofNode', 'The multiproof has too few hashes.', STRICT),
  6078: entry('InvalidProofPath', 'The multiproof does not fold to one root with all its hashes used.', STRICT),
  6079: entry('InsufficientCredits', 'No validation credit is left.', 'Buy credits with purchase_validation_credits.'),
  6080: entry(
    'MissingSignatureInstruction',
    'No Ed25519 instruction stands directly before this one.',
    'Put the Ed25519 instruction directly before it.',
  ),
  6081: entry(
    'InvalidSignatureProgram',
    'The instruction before this one is not of the Ed25519 program.',
    'Put the Ed25519 instruction directly before it.',
  ),
  6082: entry(
    'SerializationFailed',
    'The payload could not be serialised, or a call did not return one byte, 0 or 1.',
    'Read the return data right after the call of the oracle program.',
  ),
  6083: entry(
    'InvalidOracleSignature',
    'The signature is not by the key of the oracle.',
    'Check the public key of the oracle, its current and its next one.',
  ),
  6084: entry('InvalidSequenceNumber', 'The sequence number is not valid.', UNUSED),
  6085: entry(
    'MessageMismatch',
    'The signed message is not the digest of this payload.',
    'Use payload and signature of the same answer, unchanged.',
  ),
  6086: entry('InvalidPackQuantity', 'The number of packs is zero.', 'Buy at least one pack of 100 credits.'),

  6100: entry('InvalidUpdateCount', 'A count in the summary is below 1.', STRICT),
  6101: entry(
    'InvalidSignatureLayout',
    'The Ed25519 instruction does not have the one accepted layout.',
    'Build it with this package: one signature, 144 bytes, nothing referring to other instructions.',
  ),
  6102: entry(
    'AmbiguousLeaf',
    'A Borsh leaf has exactly 64 bytes and could be taken for an inner node.',
    'The oracle never commits to such a record; the proof cannot be accepted.',
  ),
  6103: entry(
    'InvalidCompactForm',
    'The parts of the compact form do not fit together, or are not written in the one way that counts.',
    'Make it from a checked proof with this package; what is not needed has to be left out.',
  ),

  6200: entry('InvalidTerms', 'The terms of the market are out of bounds.', 'The program log names the bound.'),
  6201: entry(
    'InvalidOutcomes',
    'The outcomes of the market are not valid.',
    'Give 2 to 8 outcomes; all but the last have a strategy, and together they use every key.',
  ),
  6202: entry(
    'InvalidStatKeys',
    'The stat keys of the market are not valid.',
    'Give 1 to 5 distinct keys of the sport that the finality policy allows.',
  ),
  6203: entry(
    'InvalidPolicy',
    'The finality policy does not fit the market.',
    'Use the default policy, or keys of the periods that the policy covers.',
  ),
  6204: entry(
    'InvalidTimes',
    'The times of the market are out of bounds.',
    'Order them: now < stakes_close ≤ earliest ≤ latest < void_after, within the documented limits.',
  ),
  6205: entry('InvalidFee', 'The fee is above 1,000 basis points.', 'Use at most 1,000 basis points.'),
  6206: entry('InvalidStakeLimits', 'The stake limits are not valid.', 'Use 1 ≤ minimum ≤ maximum.'),
  6207: entry(
    'UnknownSigner',
    'The signer of the terms is not a key of the oracle.',
    'Use the current or the next key in the configuration of the oracle program.',
  ),
  6208: entry(
    'UnsupportedMint',
    'The mint has an extension that is not accepted.',
    'Use an SPL Token mint or a Token-2022 mint with nothing but metadata and groups.',
  ),
  6209: entry(
    'UnsupportedTokenAccount',
    'The token account has an extension that is not accepted.',
    'Use a plain token account.',
  ),
  6210: entry(
    'TermsHashMismatch',
    'The terms of the market are not the ones that were read.',
    'Read the market again and check its terms before staking.',
  ),
  6211: entry(
    'MarketNotOpen',
    'The market is not in the state that the instruction needs.',
    'Read the state of the market.',
  ),
  6212: entry('StakingClosed', 'Staking is closed.', 'The time is over; nothing can be staked any more.'),
  6213: entry(
    'StakeOutOfRange',
    'The stake is outside the limits of the market.',
    'Stake between the minimum and the maximum of the terms.',
  ),
  6214: entry('UnknownOutcome', 'The market has no such outcome.', 'Outcomes count from 0.'),
  6215: entry('TooEarly', 'The market cannot be settled before staking closes.', 'Wait until stakes_close.'),
  6216: entry(
    'OutsideTimeBounds',
    'The proof is of a time outside the bounds of the market.',
    'Use an event between earliest and latest.',
  ),
  6217: entry('WrongFixture', 'The proof is of another fixture.', 'Use a proof of the fixture in the terms.'),
  6218: entry('WrongStatKeys', 'The proof is of other stat keys.', 'Prove the keys of the terms, in their order.'),
  6219: entry(
    'NotFinal',
    'No present leaf meets the finality policy.',
    'Use the proof of a later event, the game_finalised one by default.',
  ),
  6220: entry(
    'MissingWitness',
    'All stats are zero, so nothing proves the period.',
    'Add a finality witness: any present leaf of the same event.',
  ),
  6221: entry(
    'SignatureRequired',
    'The market asks for a signed payload.',
    'Settle with a version 4 answer and its signature.',
  ),
  6222: entry('NotNewer', 'The proof is not newer than the proposal.', 'Only a later event replaces a proposal.'),
  6223: entry('WindowOpen', 'The challenge window is still open.', 'Wait until the window is over.'),
  6224: entry('NothingProposed', 'Nothing is proposed.', 'Settle the market first.'),
  6225: entry('VoidTooEarly', 'The market cannot be voided yet.', 'Wait until void_after.'),
  6226: entry(
    'NotDecided',
    'The market is neither final nor void.',
    'Settle and finalise it, or void it after its deadline.',
  ),
  6227: entry('PositionsOpen', 'Positions are still open.', 'Claim every position first; anybody may.'),
  6228: entry(
    'WrongOwner',
    'The token account or position belongs to somebody else.',
    'Pay to an account of the owner of the position.',
  ),
  6229: entry(
    'VaultInvariant',
    'The vault would hold less than the market owes.',
    'This is a fault of the program; report it.',
  ),
  6230: entry('WrongVault', 'The vault is not the one of the market.', 'Pass the derived vault address.'),
  6231: entry('WrongMint', 'The mint is not the one of the market.', 'Pass the mint of the terms.'),
  6232: entry('WrongFeeAccount', 'The fee account is not the one of the market.', 'Pass the fee account of the terms.'),
  6233: entry(
    'UnauthorizedCreator',
    'The signer is not the creator of the market.',
    'Sign with the key of the creator.',
  ),
  6234: entry(
    'WrongOracle',
    'The roots account belongs to another program than the oracle of the market.',
    'Pass the roots account of the oracle in the terms.',
  ),
  6235: entry(
    'WrongRootsAddress',
    'The roots account is not at its derived address.',
    'Derive the address from the day and the oracle program.',
  ),
  6236: entry('MathOverflow', 'An amount is out of range.', 'Use smaller amounts.'),
  6237: entry(
    'UnequalPeriods',
    'The leaves of the signed payload have different periods.',
    'Use an answer whose leaves are all of one event.',
  ),
  6238: entry('WrongPosition', 'The position is not of this market.', 'Pass the derived position address.'),
  6239: entry('NothingToSweep', 'There is nothing to sweep.', RETIRED),
  6240: entry(
    'AbandonmentNotAllowed',
    'The terms of the market do not let an abandonment void it.',
    'Wait for a proof of the result, or for void_after.',
  ),
  6241: entry(
    'NotAbandoned',
    'No present leaf of the proof has period 15 (abandoned) or 16 (cancelled).',
    'Prove a stat that is not zero, of the last record of the fixture.',
  ),
  6242: entry(
    'InvalidBuffer',
    'The buffer has no byte or more than 10,000, or the write is empty or goes past its end.',
    'Create the buffer with the length of its content; prove fewer stats if that is too long.',
  ),
  6243: entry(
    'BufferNotSealed',
    'The bytes in the buffer do not have the announced SHA-256.',
    'Write what is missing; for another content close the buffer and create it again.',
  ),
  6244: entry(
    'WrongBuffer',
    'The buffer is not the one of its owner and number, or belongs to another owner.',
    'Derive the address from owner and id, and sign as that owner.',
  ),
  6245: entry(
    'InvalidParlay',
    'The parlay is not valid.',
    'Give 2 to 8 distinct open markets of one oracle program; stakes close no later than those of any leg.',
  ),
  6246: entry(
    'WrongLeg',
    'The market is not the leg of the parlay.',
    'Pass the market that the terms name, with the terms it had; legs count from 0.',
  ),
  6247: entry('LegOpen', 'The market of the leg is not decided yet.', 'Wait until it is final or void.'),
  6248: entry('LegCopied', 'The result of the leg is copied already.', 'Copy the other legs.'),
  6249: entry(
    'LegsOpen',
    'The parlay still waits for legs.',
    'Copy the result of every leg first, or of one that is void; anybody may.',
  ),
  6250: entry(
    'TermsTooLarge',
    'The terms have more than 64 targets and predicates, or more than 2,048 bytes.',
    'Ask with fewer predicates: each further outcome and each further target counts.',
  ),
  6251: entry(
    'UnknownVersion',
    'The account has a layout that the program does not read.',
    'Use the release of the program, and of this package, that wrote the account.',
  ),

  7000: entry(
    'MalformedResponse',
    'The document is not well formed.',
    'Take the answer of the service unchanged; the path names the place.',
  ),
  7001: entry(
    'UnknownResponse',
    'The document is no answer that is known.',
    'Known are stat validation v1 to v4, odds and odds v4, fixture and fixture batch.',
  ),
  7002: entry(
    'InvalidHash',
    'A hash is not 32 bytes in a known encoding.',
    'Use 32 integers, 64 hex digits, Base64 with padding (44 characters) or Base58.',
  ),
  7003: entry(
    'InvalidNumber',
    'A number is not an integer in its range.',
    'Integers beyond 2^53 lose digits in JSON and are refused.',
  ),
  7004: entry('UnknownField', 'A field is unknown, or given in two spellings.', 'Keep one spelling of each field.'),
  7005: entry('InvalidCondition', 'The condition does not parse.', 'Write for example: k1 - k2 > 0 and k7 + k8 < 10.'),
  7006: entry(
    'StatNotProven',
    'The condition names a stat that the proof does not carry.',
    'Ask for a proof of that key too.',
  ),
  7007: entry('UnknownSport', 'The sport is not known.', 'Known are soccer, basketball and us-football.'),
  7008: entry(
    'TransactionTooLarge',
    'The transaction is larger than the chain accepts.',
    'Prove fewer stats at once, or use the multiproof form.',
  ),
  7009: entry(
    'InvalidOracleKey',
    'The public key of the oracle is not usable.',
    'Give the 32-byte Ed25519 key that the oracle publishes.',
  ),
  7010: entry(
    'InvalidRootsFile',
    'The file does not hold a roots account.',
    'Give the bytes of the account, or JSON with Base64 data.',
  ),
  7011: entry('WrongDay', 'The roots are of another day.', 'Fetch the roots account of the day of the proof.'),
  7012: entry('UnknownError', 'The error number is not known.', 'The number may belong to another program.'),
  7013: entry(
    'InvalidInstructionData',
    'The instruction data does not decode.',
    'Give the whole data with its discriminator, and nothing after it.',
  ),
  7014: entry('FileNotReadable', 'The file cannot be read.', 'Check the path.'),
  7015: entry('InvalidArgument', 'An argument is not valid.', 'See --help.'),
  7016: entry(
    'ConditionNotApplicable',
    'Odds and fixtures have no stats to put a condition on.',
    'Leave the condition out.',
  ),
  7017: entry(
    'UntrustedOracle',
    'The oracle program of the market is not in the trusted list.',
    'Add it to the list only if you know who runs it.',
  ),
  7018: entry(
    'UntrustedMint',
    'The mint of the market is not in the trusted list.',
    'Add it to the list only if you know the token.',
  ),
  7019: entry(
    'StakesCloseAfterStart',
    'Stakes close after the start of the fixture.',
    'Do not stake on a market that stays open while the match is played.',
  ),
  7020: entry(
    'NoChallengeWindow',
    'The market has no challenge window.',
    'Allow it by name if you accept that the first proof decides.',
  ),
  7021: entry('SimulationFailed', 'The simulation of the transaction failed.', 'Read the program log.'),
  7022: entry('AccountNotFound', 'The account does not exist.', 'Check the address and the cluster.'),
  7023: entry(
    'InvalidAccount',
    'The bytes of the account are not of the expected kind.',
    'Check the address and the program id.',
  ),
  7024: entry(
    'OlderTreeOnChain',
    'Proofs of the older tree are read offline only.',
    'Verify it offline; programs accept the current tree.',
  ),
  7025: entry(
    'NoProofYet',
    'There is no proof yet that settles the market.',
    'Wait: the match may still be played, or its last slot not be published.',
  ),
  7026: entry(
    'ServiceUnavailable',
    'The service does not answer.',
    'It is tried again; check the address and the network.',
  ),
  7027: entry('ServiceRefused', 'The service refuses the request.', 'Check the API token and what it is entitled to.'),
  7028: entry(
    'WrongRecord',
    'The proof is not of the record that was asked for.',
    'Nothing is settled with it; ask who runs the service.',
  ),
  7029: entry(
    'TransactionNotLanded',
    'The transaction did not land before its blockhash expired.',
    'Try again, with a higher priority fee.',
  ),
  7030: entry(
    'InvalidKeypairFile',
    'The key pair file is not usable.',
    'Give a file with a list of 64 numbers that only its owner can read (chmod 600).',
  ),
  7031: entry('InvalidRecord', 'The record is not valid.', 'The path names the place; nothing of the record is kept.'),
  7040: entry(
    'MalformedRecord',
    'The text is not a record of scores, odds or fixtures.',
    'Send one JSON object a line; nothing of this one is kept.',
  ),
  7041: entry(
    'UnknownFixture',
    'The fixture is not known.',
    'Send the fixture record before the records of the fixture.',
  ),
  7042: entry(
    'RecordConflict',
    'There is another record under the same number.',
    'What has been accepted stays; send a correction as a new record.',
  ),
  7043: entry(
    'SequenceGap',
    'The record is not the next one of its fixture.',
    'Send the records of a fixture in the order of Seq, from 0, and leave none out.',
  ),
  7044: entry(
    'SportMismatch',
    'The record is of another sport than its fixture.',
    'The sport of a fixture never changes; use another fixture id.',
  ),
  7045: entry('UnknownSequence', 'The fixture has no record with that Seq.', 'Check the fixture id and the Seq.'),
  7046: entry(
    'NoStats',
    'The record has no stats.',
    'Records have none until the first confirmed one; ask for a later Seq.',
  ),
  7047: entry(
    'StatNotInRecord',
    'The record does not have the stat.',
    'Check the key against the sport of the fixture.',
  ),
  // Said with 7065.
  7048: entry('NotPublishedYet', 'The slot of the record is not published yet.', RETIRED),
  7049: entry(
    'UnknownMessage',
    'There is no odds record with that id and time.',
    'Give MessageId and Ts of one record.',
  ),
  7050: entry('NoSuchBatch', 'There is no batch of that time.', 'Batches are made of slots in which records came in.'),
  7051: entry(
    'PublishFailed',
    'The root could not be published.',
    'It is tried again at the next turn; check the chain and the balance of the publisher.',
  ),
  7052: entry('LeaseLost', 'Another process has taken over.', 'It goes on where this one stopped.'),
  7053: entry(
    'MigrationChanged',
    'A migration of the database is not the one that was applied.',
    'Migrations are never edited; put back the file and write a new one.',
  ),
  7054: entry(
    'UnknownMigration',
    'The database was made by a later version.',
    'Use that version; there is no way back.',
  ),
  7055: entry(
    'StoredBatchMismatch',
    'What is stored does not add up to the stored root.',
    'The database was changed by hand or damaged; restore it.',
  ),
  7060: entry(
    'InvalidSession',
    'The session token is missing, invalid or expired.',
    'Start a new guest session: POST /auth/guest/start.',
  ),
  7061: entry(
    'InvalidApiToken',
    'The API token is missing or unknown, or its subscription is over.',
    'Send it as X-Api-Token; after the end subscribe again and activate.',
  ),
  7062: entry(
    'InvalidParameters',
    'A parameter of the request is not valid.',
    'The names, types and ranges are in /docs/openapi.yaml.',
  ),
  7063: entry(
    'NotEntitled',
    'The subscription does not cover what is asked for.',
    'Subscribe to a level that has the league and the market.',
  ),
  7064: entry('RecordNotFound', 'What is asked for does not exist.', 'Check the ids against the lists of the service.'),
  7065: entry(
    'NotPublishedYet',
    'The root of the slot is not on chain yet.',
    'Try again after the seconds that Retry-After says.',
  ),
  7066: entry(
    'TooManyRequests',
    'There are more requests a second than the limit.',
    'Try again after the seconds that Retry-After says.',
  ),
  7067: entry(
    'TooManyStreams',
    'The wallet has as many open streams as the limit allows, all its tokens together.',
    'Close one; a stream without a fixture carries all fixtures.',
  ),
  7068: entry('ChainNotReachable', 'The chain cannot be asked at the moment.', 'Try again later.'),
  7069: entry('InternalError', 'The service failed.', 'Try again; the log of the service has the reason.'),
  7070: entry(
    'InvalidServiceKey',
    'A key of the service is not usable.',
    'Give a 32-byte Ed25519 seed as 64 hex digits, in a file that only its owner can read (chmod 600) or in the environment.',
  ),
  7071: entry(
    'WalletSignatureInvalid',
    'The wallet signature does not verify.',
    'Sign "<txSig>:<leagues, comma-separated>:<session token>" with the wallet that sent subscribe; with a host behind it only one that /.well-known/activation names.',
  ),
  7072: entry(
    'TransactionUnknown',
    'The transaction is not known to the chain.',
    'Wait until it is confirmed, and check the cluster.',
  ),
  7073: entry('TransactionFailed', 'The transaction failed on the chain.', 'Read its log, and send a new one.'),
  7074: entry(
    'TransactionUsed',
    'The transaction has been activated already.',
    'Its wallet gets another token by the same leagues and a new session token, at most 10 minutes old.',
  ),
  7075: entry(
    'TransactionOfOtherWallet',
    'The message is signed by another wallet than the one that subscribed.',
    'Sign with the wallet that the subscribe instruction names as its user.',
  ),
  7076: entry(
    'NotASubscription',
    'The transaction is not a subscribe of this oracle program.',
    'Send exactly one subscribe instruction, at the top level, to the program of this deployment.',
  ),
  7077: entry('SubscriptionOver', 'The subscription of the transaction is over.', 'Subscribe again.'),
  7078: entry(
    'LeaguesNotSelectable',
    'The service level has no selection of leagues.',
    'Send an empty list of leagues for legacy and standard subscriptions.',
  ),
  7079: entry('LeaguesMissing', 'No league is selected.', 'Name the leagues of the custom subscription.'),
  7080: entry('LeaguesRepeated', 'A league is selected twice.', 'Name each league once.'),
  7081: entry('LeagueUnknown', 'A selected league does not exist.', 'The table of leagues is in /docs.'),
  7082: entry('TooManyLeagues', 'More leagues are selected than were bought.', 'Name fewer, or buy a larger level.'),
  7083: entry(
    'LevelNotSold',
    'The service level is not in the pricing matrix.',
    'Take one that is; the operator may add and remove levels.',
  ),
  7084: entry(
    'NoStablecoinAccount',
    'The buyer has no token account for the stablecoin.',
    'Create the associated token account and fund it.',
  ),
  7085: entry('BalanceTooLow', 'The balance of the buyer does not cover the total.', 'Fund the account, or buy less.'),
  7086: entry('NotInTime', 'The answer took too long.', 'Try again later.'),
  7087: entry('RequestTooLarge', 'The body of the request is larger than the limit.', 'Send less.'),
  7088: entry(
    'InvalidStreamEvent',
    'A stream event is not well formed.',
    'Its id is "<start of the slot in ms>:<index in the slot>".',
  ),
  7089: entry(
    'InvalidOperatorTable',
    'The tables of the operator do not fit together.',
    'Bundles name leagues of the table, and ids are distinct.',
  ),
  7090: entry('RequestAborted', 'The request was aborted.', 'Its signal, or that of the client, was aborted.'),
  7091: entry(
    'StreamGap',
    'Records of the stream are missing.',
    'They are older than what is fetched again; read the history from the id that the error names.',
  ),
  7105: entry(
    'ServiceRunning',
    'Another service takes records at that socket.',
    'Stop the service that runs in the folder, or use another folder.',
  ),
  7106: entry('ServiceNotRunning', 'No service is running in the folder.', 'Start `linesman serve`, or give --store.'),
  7107: entry(
    'StoreInUse',
    'The store is in use by a running service.',
    'Send the records through the service: --data <folder>.',
  ),
  7108: entry(
    'IntakeLost',
    'The connection to the service broke before every record was answered.',
    'Send the same again: what is stored is only counted as repeated.',
  ),
  7109: entry(
    'StoreNotReachable',
    'The records cannot be stored.',
    'Check the database; send the same again afterwards, for what is stored is only counted as repeated.',
  ),
  7110: entry(
    'BrokerNotReachable',
    'The NATS server cannot be used.',
    'Check its address, that JetStream is switched on, and what the user may do.',
  ),
  7111: entry(
    'UnsuitableStream',
    'The stream or its consumer does not keep records until they are stored.',
    'It needs a pull consumer with explicit acknowledgement and unlimited deliveries; another --durable makes one.',
  ),
  7112: entry(
    'InvalidSocketPath',
    'There can be no socket at that path.',
    'Use a folder with a shorter path, or from inside the folder a relative one; remove what stands in its place.',
  ),
  7115: entry(
    'MigrationsMissing',
    'The database is older than this version of the service.',
    'Run `linesman migrate --store <url>` once; several at the same time do no harm.',
  ),
  7116: entry('ServiceStopping', 'The service stops.', 'Try again after the seconds that Retry-After says.'),
  7117: entry(
    'DatabaseNotUsable',
    'The database cannot be used.',
    'Check that it runs, that the address is right and that the user may create tables.',
  ),
  7120: entry(
    'DayNotSealed',
    'The day is not sealed yet.',
    'Wait until the service has sealed its last slot; linesman audit says where each slot stands.',
  ),
  7121: entry(
    'ArchiveDamaged',
    'The archive is not as it was written.',
    'Nothing was stored of it. Take another copy, or export the day again.',
  ),
  7122: entry('EmptyDay', 'The store has nothing of that day.', 'Check the day and --store.'),
  7123: entry('ArchiveExists', 'There is something in the place of the archive.', 'Remove it, or name another folder.'),
  7124: entry(
    'ArchiveConflict',
    'The store has something else in the place of what is imported.',
    'One of the two is wrong: linesman audit says whether the store agrees with the chain, import --roots whether the archive does.',
  ),
  7125: entry('UnknownArchiveVersion', 'The archive is of a version that is not known.', 'Use a newer linesman.'),
  7126: entry(
    'ArchiveNotOnChain',
    'A root of the archive is not the one on chain.',
    'The archive is of another deployment, or it was changed; check --oracle and --rpc.',
  ),
  7127: entry(
    'UnsealedRecords',
    'The store has records before the end of that day that are not sealed.',
    'Let the service seal them first; then import again.',
  ),
  7128: entry('StoreNotReachable', 'The store cannot be opened.', 'Check --store, and that the database server runs.'),
  7129: entry(
    'ArchiveNotWritten',
    'The archive cannot be written.',
    'Check the folder, its permissions and the space on the disk.',
  ),
  7130: entry(
    'NoEmbeddedChain',
    'There is no embedded chain on this machine.',
    'Give the address of a cluster with --rpc, or use Linux on x64 and install the optional dependencies.',
  ),
  7131: entry('PortTaken', 'A port cannot be listened on.', 'Name another one; 0 takes any that is free.'),
  7132: entry(
    'EmbeddedChainFailed',
    'The embedded chain refuses a request.',
    'Start again; what was published is stored.',
  ),
  7133: entry(
    'FolderInUse',
    'Another process works in the data folder.',
    'Stop it first, or name another folder; records for a running service go through `linesman ingest --data`.',
  ),
  7134: entry(
    'DeploymentDiffers',
    'The oracle on chain is configured otherwise than the service.',
    'Give the keys of the deployment, or change its configuration.',
  ),
  7135: entry(
    'InvalidDataFolder',
    'A file in the data folder cannot be used.',
    'Restore it, or start with a new folder.',
  ),
  7136: entry(
    'WorldInThePast',
    'The embedded chain cannot begin in the past.',
    'Leave --at out to begin now, or name a time to come.',
  ),
  7137: entry(
    'ProgramNotDeployed',
    'The oracle program is not on this chain.',
    'Deploy it as an upgradeable program first, or give its address with --oracle.',
  ),
  7138: entry(
    'NotUpgradeAuthority',
    'Only the upgrade authority of the oracle program can configure it.',
    'Give its key, or set it with `solana program set-upgrade-authority`.',
  ),
  7139: entry(
    'UnusableMint',
    'A mint cannot be used for the oracle.',
    'The service token is a mint of the Token-2022 program, the stablecoin one of the token program; check the addresses and the cluster.',
  ),
  7143: entry(
    'TransactionNotKnown',
    'It is not known what became of the transaction.',
    'It may have landed: look for it, or for what it does, before anything is sent again.',
  ),
  7145: entry(
    'ClockAhead',
    'The clocks of the machine and of the database are apart.',
    'Set the one that is wrong. Until then everything goes by the time of the database.',
  ),
  7148: entry(
    'RecordNotStorable',
    'The database refuses the record.',
    'Mend the record and send it again with those of its fixture that came after it; please report what the database said.',
  ),
  7150: entry(
    'PurchaseRefused',
    'The transaction of the quote is not the purchase that was asked for.',
    'Nothing was signed. Check --service and --oracle; if both are right, ask the operator what it is.',
  ),
  7151: entry(
    'QuoteDiffers',
    'The quote names another price than the program charges.',
    'Nothing was signed. Check --service and --oracle; if both are right, ask the operator about it.',
  ),
  7152: entry(
    'NotActivated',
    'The subscription is paid for, but it is not activated.',
    'Repeat only the activation, with --activate and the transaction; do not subscribe again.',
  ),
  7153: entry(
    'WalletTooPoor',
    'The wallet does not hold enough.',
    'Fund the wallet, or take less; `linesman buy` buys service tokens.',
  ),
  7154: entry(
    'NothingToClaim',
    'The owner has no position in the market that is not paid yet.',
    'Check the owner and the market; the keeper may have paid it already.',
  ),
  7155: entry(
    'FixtureUnknown',
    'The service does not know the fixture.',
    'Take an id from /api/fixtures/snapshot; a subscription shows only the leagues that it is for.',
  ),
  7156: entry('TokenFileNotWritten', 'The file for the API token cannot be written.', 'Name another file.'),
  7157: entry('NotAMint', 'The account is no mint.', 'Give the address of a token of SPL Token or Token-2022.'),
  7158: entry(
    'NotEndedInTime',
    'The service did not end in time, and was broken off.',
    'What was accepted is stored, and the next start goes on; look at what the database and the chain were busy with.',
  ),
  7160: entry(
    'FixtureSportMismatch',
    "The sport of the terms is not the fixture's.",
    'Make and take no market with another sport than the fixture has: what is not zero can be proven zero there.',
  ),
  7161: entry(
    'FixtureSportUnknown',
    'The sport of the fixture is not known.',
    'Ask a service: `sportOfFixture` of linesman/client, or --service. Accept it by name only if you know the match.',
  ),
  7165: entry(
    'SportNotTrusted',
    'No sport is named that decides which stat a zero belongs to.',
    "Pass 'soccer', 'basketball' or 'us-football'; a proof's own word for its sport is not taken.",
  ),
  7166: entry('UnknownOption', 'An option is not known.', 'Check its spelling: what it asks for would go unchecked.'),
  7167: entry('MissingOption', 'An option is missing.', 'Pass it: without it something would go unchecked.'),
  7168: entry(
    'WrongOption',
    'An option has a value that it cannot have.',
    'Pass a value of the type that is documented.',
  ),
  7170: entry(
    'RepeatedKey',
    'An object of the document has a key twice.',
    'Readers differ in which of the two they take: ask for the document again, or tell whoever wrote it.',
  ),
  7180: entry(
    'LevelNotLogged',
    'The transaction does not say what its service level was when it was bought.',
    'Its log was cut off, or the oracle program was of a version before rows were logged; ask the operator.',
  ),
  7190: entry(
    'RepeatedWithOtherLeagues',
    'The activation is repeated with other leagues than the transaction was activated with.',
    'Repeat it with the same leagues; others come with another purchase.',
  ),
  7191: entry(
    'WalletBlocked',
    'The operator has blocked the wallet.',
    'Ask the operator: `linesman access allow` lifts it.',
  ),
  7192: entry(
    'ServiceNotBound',
    'The activation cannot be bound to the service.',
    'Use the address that the operator names; or leave the binding out, if you trust whoever answers at this one.',
  ),
  7193: entry(
    'TokenNotAccepted',
    'The service does not accept the API token that it has just given.',
    'Repeat the activation; if that does not help, whoever answered may not be the service.',
  ),
  7200: entry(
    'TooManyConnections',
    'The address has as many requests and streams open as the limit allows.',
    'Close one, or wait until one has ended; a stream without a fixture carries all fixtures.',
  ),
  7201: entry(
    'RequestIncomplete',
    'The request was broken off, or took too long to come in.',
    'Send it again, with a body as long as Content-Length says.',
  ),
  7202: entry(
    'MethodNotAllowed',
    'The path does not have this method.',
    'Use one that Allow names; a stream has no HEAD, for it would open one.',
  ),
  7230: entry(
    'StoreDamaged',
    'The database in a folder cannot be opened.',
    'Restore the folder from a copy, or start with a new one; `linesman import` brings back the days that were exported.',
  ),
  7231: entry(
    'FolderNotWritable',
    'A folder or a file in it cannot be written.',
    'Look at who owns it, at its permissions, and whether the disk is full or mounted read-only; or name another folder.',
  ),
  7232: entry(
    'ForeignFolder',
    'The data folder holds something else, or belongs to somebody else.',
    'Name a folder that is not there yet, or an empty one, with --data.',
  ),
  7233: entry(
    'StoreVersionDiffers',
    'The database in a folder was made by another version of PostgreSQL.',
    'Open it with the version of linesman that made it, and bring its days over with `linesman export` and `linesman import`.',
  ),
  7234: entry(
    'KeyMissing',
    'A key that the oracle on chain is configured with is missing.',
    'Put the file back: a new key would be refused, or publish as somebody else. In another folder a new oracle can begin.',
  ),
  7235: entry(
    'ChainMissing',
    'Roots are published, and the chain that they are on is missing.',
    'Put chain.json back into the data folder, or begin anew in another one with --data.',
  ),
  7240: entry(
    'MatchBegun',
    'The match has begun.',
    'Take a match that is still to come. Stakes while it is played are for those who accept that: --accept 7019.',
  ),
  7241: entry(
    'LeftInVault',
    'What the vault still holds cannot be swept, and would stay in it for good.',
    'Mend the fee account of the terms (thaw it, or make it again), or give it up with --leave.',
  ),
  7242: entry(
    'NoFaucet',
    'There is no test money on this chain.',
    'Test money is of test chains only: the one of `linesman serve`, or a test cluster. Elsewhere let somebody send you some.',
  ),
  7243: entry(
    'KeyFileNotWritten',
    'The key pair file cannot be written.',
    'Name a file that is not there yet, in a folder that is.',
  ),
  7244: entry(
    'NotAWallet',
    'The address to send to is no wallet.',
    'Give the address of the wallet itself: its token account is found, or made, by this command.',
  ),
  7245: entry(
    'TokenNotSendable',
    'The token cannot be sent.',
    'What keeps it is in its mint, or in one of the two token accounts; only who issued the token can change that.',
  ),
  7246: entry(
    'OtherForm',
    'The record is of a form in which records do not come in.',
    'Take it from GET /api/scores/historical/{fixtureId} or a stream of the described wire; `linesman ingest --schema` prints what is taken.',
  ),
} as const satisfies Record<number, ErrorEntry>;

/** A number of the table. */
export type ErrorNumber = keyof typeof ERROR_TABLE;

/** All errors by number. */
export const ERRORS: ReadonlyMap<number, ErrorEntry> = new Map(
  Object.entries(ERROR_TABLE).map(([number, value]) => [Number(number), value]),
);
