import * as code from '../codes/settlement.js';
import { clipped, hexed, listed, quoted } from '../quoted.js';
import { type OptionFault, optionText } from './options.js';
import { problems, RETIRED, text, timeText } from './text.js';

type OutcomeFault =
  | {
      readonly what: 'market' | 'parlay';
      readonly address: string;
      readonly outcome: number;
      readonly last: number;
    }
  /** `asked`: a number, a name or a condition. */
  | { readonly asked: string; readonly names: readonly string[] };

/** Texts of ../codes/settlement.ts. */
export const SETTLEMENT_TEXTS = {
  [code.INVALID_TERMS]: text(
    'The terms of the market are out of bounds.',
    'Look up the limit in the program log.',
    (context: { readonly fixtureId: number } | { readonly set: string; readonly least: number }) =>
      'fixtureId' in context
        ? `The fixture id is ${context.fixtureId}, must be 1 to 2^48 - 1.`
        : `Attesters need a set and at least 1 key; the set is ${context.set}, and \`least\` is ${context.least}.`,
  ),
  [code.INVALID_OUTCOMES]: text(
    'The outcomes of the market are not valid.',
    'Define 2 to 8 outcomes, all but the last with a strategy; together, they must use every key. With splits, add a ' +
      'row for each case: equally long, no win without a loss, and each outcome can win and lose.',
    'There are {conditions} conditions over {stats} stats; a market can have up to 7 over up to 5.',
  ),
  [code.INVALID_STAT_KEYS]: text(
    'The stat keys are not valid.',
    'Use 1 to 5 distinct keys of the sport that the finality policy allows.',
    (context: { readonly sport: string; readonly key: number } | { readonly repeated: number }) =>
      'repeated' in context
        ? `Stat k${context.repeated} is proven twice.`
        : `${context.sport} has no stat k${context.key}.`,
  ),
  [code.INVALID_POLICY]: text(
    'The finality policy does not fit the stat keys, or needs a signer.',
    'Choose a policy under which the stat can no longer change: finalised allows every key, half-time the keys of ' +
      'the first half, regular-time the keys that extra time does not change. signed-final needs a signer, and has ' +
      'no posted results.',
    ({ finality, key }: { readonly finality: unknown; readonly key?: number }) =>
      key === undefined
        ? `There are no results of policy ${quoted(finality)}.`
        : `Policy ${quoted(finality)} does not allow k${key}, which can still change after the deciding period.`,
  ),
  [code.INVALID_TIMES]: text(
    'The times of the market are out of bounds.',
    'Choose times with now < stakes_close ≤ earliest ≤ latest < void_after, within the documented limits.',
    [
      "Stakes would close at {stakesClose:text}, but the chain's clock shows {now:text}.",
      'Choose a later time before the match starts: --stakes-close.',
    ],
  ),
  [code.INVALID_FEE]: text('The fee is above 1,000 basis points.', 'Use at most 1,000 basis points.'),
  [code.INVALID_STAKE_LIMITS]: text(
    'The stake limits are not valid.',
    'Use 1 ≤ minimum ≤ maximum, and an even minimum where a stake can be half won or half lost.',
    'The smallest stake is {minimum:bigint} base units, which is odd, but this market can pay half of a stake.',
  ),
  [code.UNKNOWN_SIGNER]: text(
    'The signer in the terms is not a key of the oracle.',
    'Use the current or the next key in the configuration of the oracle program.',
    [
      'The terms of market {market:text} have no signer, so signed proofs cannot be checked.',
      'Request the same stats in version 3.',
    ],
  ),
  [code.UNSUPPORTED_MINT]: text(
    'The mint has an extension that is not accepted.',
    'Use an SPL Token mint, or a Token-2022 mint with no extensions but metadata and groups.',
  ),
  [code.UNSUPPORTED_TOKEN_ACCOUNT]: text(
    'The token account has an extension that is not accepted.',
    'Use a plain token account.',
  ),
  [code.TERMS_HASH_MISMATCH]: text(
    'The terms of the market are not the expected ones.',
    'Read the market again and check its terms before staking.',
    ({
      what,
      address,
      hash,
      stored,
    }: {
      readonly what: 'market' | 'parlay';
      readonly address: string;
      readonly hash: Uint8Array;
      readonly stored: Uint8Array;
    }) => `The terms of ${what} ${address} hash to ${hexed(hash)}, but its account stores ${hexed(stored)}.`,
  ),
  [code.MARKET_NOT_OPEN]: text(
    'The market is not in the state that the instruction needs.',
    'Read the state of the market.',
    ({ market, state }: { readonly market?: string; readonly state: string }) =>
      `${market ?? 'The market'} is already decided: ${state}.`,
  ),
  [code.STAKING_CLOSED]: text(
    'Staking is closed.',
    'Choose another market: this one accepts no more stakes.',
    "Stakes closed at {closed:text}; the chain's clock shows {now:text}.",
  ),
  [code.STAKE_OUT_OF_RANGE]: text(
    'The stake is outside the limits of the market.',
    'Stake between the minimum and the maximum of the terms.',
    (
      context:
        | { readonly amount: bigint; readonly minimum: bigint; readonly maximum: bigint }
        | { readonly odd: bigint },
    ) =>
      'odd' in context
        ? {
            sentence: `A stake of ${context.odd} base units has no two equal halves.`,
            hint: 'Stake an even number of base units: this market can pay half of a stake.',
          }
        : `A stake of ${context.amount} base units is outside the terms' ${context.minimum} to ${context.maximum}.`,
  ),
  [code.UNKNOWN_OUTCOME]: text(
    'The market has no such outcome.',
    'Choose an outcome from the terms; the first is number 0.',
    (context: OutcomeFault) =>
      'asked' in context
        ? {
            sentence:
              `The market has no outcome ${quoted(context.asked)}; it has ` +
              `${clipped(context.names.join(', '), 700)}.`,
            hint: 'Pass the number or the name.',
          }
        : `The ${context.what} ${context.address} has outcomes 0 to ${context.last}, not ${quoted(context.outcome)}.`,
  ),
  [code.TOO_EARLY]: text(
    'The market cannot be settled before staking closes.',
    'Wait until stakes_close.',
    ({ market, from, now }: { readonly market?: string; readonly from: string; readonly now: string }) => ({
      sentence: `${market ?? 'The market'} cannot be settled before ${from}; the chain's clock shows ${now}.`,
      // Staking may already be closed, because an event before `earliest` does not settle the market.
      hint: 'Wait until then.',
    }),
  ),
  [code.OUTSIDE_TIME_BOUNDS]: text(
    'The time of the proof is outside the bounds of the market.',
    'Use a proof of a score record between earliest and latest.',
    "The slot's first score record, {time} ms, is outside the times of the market.",
  ),
  [code.WRONG_FIXTURE]: text(
    'The proof is for another fixture.',
    'Use a proof for the fixture in the terms.',
    'The proof is for fixture {proven}, the market for {wanted}.',
  ),
  [code.WRONG_STAT_KEYS]: text(
    'The proof is for other stat keys.',
    'Request a proof of the keys in the terms, in their order.',
    'The proof is for the keys {proven:listed}; the market needs {wanted:listed}.',
  ),
  [code.NOT_FINAL]: text(
    'No present leaf meets the finality policy.',
    'Use the proof of a later score record: with the default policy, the game_finalised one.',
    'Period {periods:listed} does not decide a market or a result with the policy {finality:text}.',
  ),
  [code.MISSING_WITNESS]: text(
    'All stats are zero, so nothing proves the period.',
    'Add a present stat of the same score record as witness.',
  ),
  [code.SIGNATURE_REQUIRED]: text('The market requires a signed payload.', 'Settle with a signed answer (version 4).'),
  [code.NOT_NEWER]: text(
    'The proof is not newer than the proposal.',
    'Use a proof of a later score record: only that replaces a proposal.',
  ),
  [code.WINDOW_OPEN]: text('The challenge window is still open.', 'Wait until the challenge window ends.'),
  [code.NOTHING_PROPOSED]: text('Nothing is proposed.', 'Settle the market first.'),
  [code.VOID_TOO_EARLY]: text('The market cannot be voided yet.', 'Wait until void_after.'),
  [code.NOT_DECIDED]: text(
    'The market is neither final nor void.',
    'Settle and finalise it, or void it after its deadline.',
    '{market:text} is {state:text}: a market is closed once it is final or void.',
  ),
  [code.POSITIONS_OPEN]: text(
    'Some positions are not paid yet.',
    'Claim every position first; you may claim for any owner.',
    (context: { readonly market: string } & ({ readonly positions: bigint } | { readonly parlays: number })) =>
      'positions' in context
        ? {
            sentence: `${context.positions} positions of ${context.market} are not paid yet.`,
            hint: 'Anyone can have them paid: linesman market claim --owner, or linesman keeper --claim.',
          }
        : {
            sentence: `${context.parlays} parlays wait for the result of ${context.market}.`,
            hint: 'A keeper copies the result to them: linesman keeper.',
          },
  ),
  [code.WRONG_OWNER]: text(
    'The token account or position belongs to another owner.',
    "Pay to an account of the position's owner.",
  ),
  [code.VAULT_INVARIANT]: text(
    'The vault would hold less than the market owes.',
    'Please report this bug in the program.',
  ),
  [code.WRONG_VAULT]: text('The vault is not the one of the market.', 'Pass the derived vault address.'),
  [code.WRONG_MINT]: text('The mint is not the one of the market.', 'Pass the mint in the terms.'),
  [code.WRONG_FEE_ACCOUNT]: text('The fee account is not the one of the market.', 'Pass the fee account in the terms.'),
  [code.UNAUTHORIZED_CREATOR]: text(
    'The signer is not the creator of the market.',
    "Sign with the creator's key.",
    '{market:text} was created by {creator:text}, but --keypair is the key pair of {wallet:text}.',
  ),
  [code.WRONG_ORACLE]: text(
    "The roots account does not belong to the market's oracle program.",
    'Pass the roots account of the oracle in the terms.',
    'The roots account {address:text} belongs to {owner:text}.',
  ),
  [code.WRONG_ROOTS_ADDRESS]: text(
    'The roots account is not at its derived address.',
    'Derive the address from the day and the oracle program.',
  ),
  [code.MATH_OVERFLOW]: text(
    'An amount is out of range.',
    'Use smaller amounts.',
    'The pool owes {owed:bigint} base units and can owe at most {maximum:bigint}, so {amount:bigint} more are too ' +
      'many.',
  ),
  [code.UNEQUAL_PERIODS]: text(
    'The leaves of the proof have different periods.',
    'Use an answer whose leaves all come from one score record.',
    'The leaves have periods {periods:listed}.',
  ),
  [code.WRONG_POSITION]: text('The position is not of this market.', 'Pass the derived position address.'),
  [code.NOTHING_TO_SWEEP]: text('There is nothing to sweep.', RETIRED),
  [code.ABANDONMENT_NOT_ALLOWED]: text(
    'The terms of the market do not let an abandonment void it.',
    'Wait for a proof of the result, or for void_after.',
  ),
  [code.NOT_ABANDONED]: text(
    'No present leaf of the proof has period 15 (abandoned) or 16 (cancelled).',
    "Prove a nonzero stat of the match's last score record.",
    ({ periods }: { readonly periods: readonly number[] }) =>
      `The periods are ${listed(periods) || 'none'}; none says that the match was called off.`,
  ),
  [code.INVALID_BUFFER]: text(
    'The buffer has fewer than 1 or more than 10,000 bytes, or the write is empty or goes past its end.',
    'Create the buffer with the length of its content. If that is too long, prove fewer stats.',
    [
      'The proof has {bytes} bytes; a buffer holds at most {limit}.',
      'Prove fewer stats at once, or use a multiproof (v3).',
    ],
  ),
  [code.BUFFER_NOT_SEALED]: text(
    'The bytes in the buffer do not have the announced SHA-256.',
    'Write the missing bytes. For different content, close the buffer and create it again.',
  ),
  [code.WRONG_BUFFER]: text(
    'The buffer is not the one of its owner and number, or belongs to another owner.',
    'Derive the address from the owner and the id, and sign as that owner.',
  ),
  [code.INVALID_PARLAY]: text(
    'The parlay is not valid.',
    'Choose 2 to 8 distinct open markets of one oracle program, and close stakes no later than any of them.',
    (context: OptionFault | { readonly legs: number; readonly what: string; readonly given: number }) =>
      'option' in context
        ? optionText(context)
        : `The parlay has ${context.legs} legs, but there are ${context.given} ${context.what}.`,
  ),
  [code.WRONG_LEG]: text(
    'The market is not the leg of the parlay.',
    'Pass the market in the terms, with its original terms; the first leg is number 0.',
    problems({
      'other terms': 'The terms of market {market:text} differ from those of the leg.',
      'other hash': 'The terms given for leg {leg} hash to {hash:hexed}, but the parlay has {named:hexed}.',
      'no such leg': (context: { readonly leg: number; readonly legs: number }) =>
        `The parlay has legs 0 to ${context.legs - 1}, not ${quoted(context.leg)}.`,
    }),
  ),
  [code.LEG_OPEN]: text('The market of the leg is not decided yet.', 'Wait until it is final or void.'),
  [code.LEG_COPIED]: text('The result of the leg has already been copied.', 'Continue with the other legs.'),
  [code.LEGS_OPEN]: text(
    'The parlay still waits for legs.',
    'First settle every leg, or one void leg; anyone may do so.',
  ),
  [code.TERMS_TOO_LARGE]: text(
    'The terms have more than 64 targets and predicates, or more than 2,048 bytes.',
    'Use fewer predicates, outcomes or targets.',
  ),
  [code.UNKNOWN_VERSION]: text(
    'The account has a layout that the program does not read.',
    'Use the version of the program and of this package that wrote the account.',
    'The account has layout version {version}; only {known} is known.',
  ),
  [code.WRONG_RESULT]: text(
    'The result is not that of this oracle program, fixture, sport, finality policy and attesters.',
    "Derive the result's address from all five values in the market's terms.",
    problems({
      'other address': 'The result is at {expected:text}, not at {address:text}.',
      'other subject': 'The {field:text} of the result is {found:shown}, not {expected:shown}.',
    }),
  ),
  [code.UNSUPPORTED_SPORT]: text(
    'The sport is not 1, 2 or 6.',
    'Use layout byte 1 for soccer, 2 for basketball or 6 for US football.',
  ),
  [code.EVENT_TOO_OLD]: text(
    'The proven event is new to the result and more than 90 days old.',
    'Settle the market with the proof itself: the result now accepts only further stats of its latest score record.',
    ({ time, now }: { readonly time: number; readonly now: number }) =>
      `The event ended at ${timeText(time)}, more than 90 days before ${timeText(1_000 * now)} by the chain's clock.`,
  ),
  [code.CONTRADICTED_RESULT]: text(
    'The result is contradicted: two proofs of one score record disagree.',
    'Do not rely on this result; it accepts no further posts. Check the sport. If it is right, the oracle has ' +
      'published two contradictory score records.',
  ),
  [code.NOTHING_SETTLED]: text(
    'None of the markets could be settled.',
    'Look up the reason for the first market in the program log.',
  ),
  [code.FACT_MISSING]: text(
    'The result has no fact about the stat key.',
    'Post a proof of this key from the latest score record that the finality policy accepts.',
    'The result has no fact about k{key}.',
  ),
  [code.RESULT_TOO_YOUNG]: text(
    'The result cannot be closed before 180 days after its latest fact, or 270 days after its event.',
    'Wait until then; the payer then gets the rent back.',
  ),
  [code.UNAUTHORIZED_PAYER]: text(
    "Only the payer of the result's rent may do this.",
    'Sign with the key that paid for the creation of the result.',
  ),
  [code.NOT_A_MARKET]: text(
    'The account is not a writable market of this program.',
    'Pass market addresses as writable accounts.',
  ),
  [code.FACT_NOT_CURRENT]: text(
    "The result's fact about the stat key is not from its latest score record.",
    'Post this key again, from the latest score record of the result or a later one. "Not current" does not mean ' +
      '"no answer": do not refund.',
    'The result has k{key} from an earlier score record.',
  ),
  [code.RESULTS_NOT_ALLOWED]: text(
    'The terms do not let a result settle the market.',
    'Settle it with a proof: `settleTransactions`, or the keeper.',
  ),
  [code.NOT_ATTESTED]: text(
    'Not enough attesters have confirmed the root of the slot yet.',
    "Wait, or ask the attesters to catch up (`linesman attest --once`), then send it again with the day's " +
      'attestation account. Until then, the proof cannot settle or post anything.',
    '{found} attesters have confirmed the root of slot {slot} of day {epochDay}; the terms require {least}.',
  ),
} as const;
