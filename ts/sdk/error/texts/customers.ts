import * as code from '../codes/customers.js';
import { clipped } from '../quoted.js';
import { type OptionFault, optionText } from './options.js';
import { type ErrorText, text, timeText } from './text.js';
import { purchaseText } from './transactions.js';

/** `market`: the sport in the terms. */
type SportsFault = { readonly fixtureId: number; readonly market: string };

type OtherSport = {
  readonly problem: 'settling' | 'posting';
  readonly fixture: number;
  /** The sport in the terms, or in --sport. */
  readonly said: string | undefined;
  /** The sport according to the service. */
  readonly sport: string;
};

function sportText({ problem, fixture, said, sport }: OtherSport): ErrorText {
  const isSettling = problem === 'settling';
  return {
    sentence:
      `${isSettling ? 'The terms have' : '--sport is'} ${said ?? 'no known sport'} for fixture ${fixture}, ` +
      `but the service says ${sport}: a proof would be read with the wrong layout.`,
    hint:
      `${isSettling ? 'Let the market become void' : "Pass the match's sport"}. ` +
      'If you are sure that the service is wrong, pass --accept 7160.',
  };
}

/** Texts of ../codes/customers.ts. */
export const CUSTOMERS_TEXTS = {
  [code.PURCHASE_REFUSED]: text(
    'The transaction of the quote is not the requested purchase.',
    'Check --service and --oracle. If both are right, ask the operator. Nothing was signed.',
    purchaseText,
  ),
  [code.QUOTE_DIFFERS]: text(
    'The quoted price differs from the price that the program charges.',
    'Check --service and --oracle. If both are right, ask the operator. Nothing was signed.',
    'The service quotes {quotes} of the stablecoin; the program charges {charges:text}.',
  ),
  [code.NOT_ACTIVATED]: text(
    'The subscription is paid for but not activated.',
    'Repeat only the activation, with --activate and the transaction. Do not subscribe again.',
    ({
      transaction,
      code: number,
      reason,
      leagues,
    }: {
      readonly transaction: string;
      readonly code: number;
      /** The message of the service. */
      readonly reason: string;
      /** The leagues for a repetition; `other`: any except these, because with these it would fail again. */
      readonly leagues: readonly number[] | 'other';
    }) => {
      const selection = leagues === 'other' ? ' --leagues <other leagues>' : leagues.map(String).join(',');
      return {
        sentence:
          `Transaction ${clipped(transaction)} is paid for, but its activation failed with ${number}: ` +
          `${clipped(reason)}`,
        hint:
          'Repeat only the activation: --activate ' +
          `${clipped(transaction)}${selection === '' || leagues === 'other' ? selection : ` --leagues ${selection}`}`,
      };
    },
  ),
  [code.WALLET_TOO_POOR]: text(
    'The wallet does not hold enough.',
    'Reduce the amount, or get more first: `linesman buy` buys service tokens; on a test chain, ' +
      '`linesman wallet fund` sends SOL and stablecoin.',
    ({
      wallet,
      held,
      unit,
      purpose,
      needed,
    }: {
      readonly wallet: string;
      readonly held: string;
      /** `SOL`, `service tokens`, or `of <mint>`. */
      readonly unit: string;
      /** A noun: `the stake`. */
      readonly purpose: string;
      readonly needed: string;
    }) => ({
      sentence: `${wallet} holds ${held} ${unit}; ${purpose} is ${needed}.`,
      ...(unit === 'SOL' && { hint: 'Send less; on a test chain, `linesman wallet fund` provides SOL.' }),
    }),
  ),
  [code.NOTHING_TO_CLAIM]: text(
    'The owner has no unpaid position in the market.',
    'Check the owner and the market. The keeper may have paid the position already.',
    '{owner:text} has no unpaid position in {market:text}.',
  ),
  [code.FIXTURE_UNKNOWN]: text(
    'The service does not know the fixture.',
    'Choose an id from /api/fixtures/snapshot. Your subscription shows only its own leagues.',
    'The service does not know fixture {fixture}.',
  ),
  [code.TOKEN_FILE_NOT_WRITTEN]: text(
    'The file for the API token cannot be written.',
    'Choose another file.',
    '{file:clipped} cannot be written: {errno:reason}.',
  ),
  [code.NOT_A_MINT]: text(
    'The account is not a mint.',
    'Pass the address of an SPL Token or Token-2022 mint.',
    'The account at {address:text} is not a mint.',
  ),
  [code.NOT_ENDED_IN_TIME]: text(
    'The service did not stop in time and was killed.',
    'Find out what kept the database or the chain busy. Accepted records are stored, and the next start resumes.',
  ),
  [code.FIXTURE_SPORT_MISMATCH]: text(
    "The terms contain another sport than the match's.",
    'Do not create or join a market with the wrong sport: it could prove a nonzero stat to be zero.',
    (context: (SportsFault & { readonly fixture: string }) | OtherSport) =>
      'problem' in context
        ? sportText(context)
        : `The market says ${context.market}, but fixture ${context.fixtureId} is ${clipped(context.fixture)}.`,
  ),
  [code.FIXTURE_SPORT_UNKNOWN]: text(
    "The match's sport is not known.",
    'Get the sport from a service: `sportOfFixture` of @linesman/sdk/client, or --service. Accept 7161 only if you ' +
      'know the match.',
    (context: SportsFault | OptionFault) =>
      'option' in context
        ? optionText(context)
        : `The sport of fixture ${context.fixtureId} is not known; the market says ${context.market}.`,
  ),
  [code.STAKES_CLOSE_NEAR_START]: text(
    "Stakes close shortly before the start of the match, and the chain's clock may be behind.",
    'Choose terms whose stakes close 5 minutes before the start, or accept 7162.',
    ({ close, start, fixtureId }: { readonly close: number; readonly start: number; readonly fixtureId: number }) =>
      `Stakes close at ${timeText(close)}, less than 5 minutes before the start of fixture ${fixtureId} at ` +
      `${timeText(start)}; the clock of the chain may be behind.`,
  ),
  [code.NO_BOUND_FOR_LATE_ROOTS]: text(
    'The oracle has no time limit for late roots: its publisher alone may publish a root at any time.',
    "Ask the oracle's operator to set `lateAfter`, or accept 7163.",
    ({ oracle, isKnown }: { readonly oracle: string; readonly isKnown: boolean }) =>
      isKnown
        ? `The oracle ${oracle} has no time limit for late roots: its publisher alone may publish a root at any time.`
        : `It is not known whether the oracle ${oracle} has a time limit for late roots.`,
  ),
  [code.UNTRUSTED_UPGRADES]: text(
    'An upgrade authority that the caller has not listed can replace the oracle or the settlement program.',
    'Add the upgrade authority to the list only if you know who holds it, or accept 7164.',
    ({ authority }: { readonly authority: string | null }) =>
      authority === null
        ? 'It is not known who can replace the oracle and the settlement program.'
        : `${authority} can replace the oracle or the settlement program, and is not in the trusted list.`,
  ),
} as const;
