import * as code from '../codes/market.js';
import { clipped } from '../quoted.js';
import { reasonOf } from './files.js';
import { problems, text } from './text.js';

/** Why a token cannot be sent. */
export type NotSendable =
  | { readonly problem: 'not transferable' | 'transfer hook' | 'paused' | 'accounts begin frozen' }
  | { readonly problem: 'frozen account'; readonly account: string; readonly of: 'sender' | 'recipient' };

function notSendableText({ mint, ...context }: { readonly mint: string } & NotSendable): string {
  const because = (why: string): string => `${mint} cannot be sent: ${why}.`;
  switch (context.problem) {
    case 'not transferable':
      return because('its mint forbids transfers');
    case 'transfer hook':
      return because('its mint has a transfer hook');
    case 'paused':
      return because('its mint is paused');
    case 'accounts begin frozen':
      return because('new accounts are frozen, and the recipient has none yet');
    case 'frozen account':
      return because(`the account ${context.account} of the ${context.of} is frozen`);
  }
}

/** Texts of ../codes/market.ts. */
export const MARKET_TEXTS = {
  [code.MATCH_BEGUN]: text(
    'The match has started.',
    'Choose a match that has not started, or accept live stakes: --accept 7019.',
    "Fixture {fixture} started at {start:text}, and the chain's clock shows {now:text}.",
  ),
  [code.CHAIN_CLOCK_BEHIND]: text(
    'The clock of the chain is more than 5 minutes behind.',
    "Check this machine's clock. If it is right, wait: after a halt, the chain accepts stakes on matches that " +
      'have begun. For a chain with its own time, pass --accept 7247.',
    "The chain's clock shows {now:text}, this machine's {own:text}.",
  ),
  [code.LEFT_IN_VAULT]: text(
    'The remainder of the vault cannot be swept and would stay there forever.',
    'Repair the fee account of the terms (thaw or recreate it), or abandon the remainder with --leave.',
    ({
      held,
      feeAccount,
      code: number,
      reason,
    }: {
      readonly held: string;
      readonly feeAccount: string;
      readonly code: number;
      /** The message of the program. */
      readonly reason: string;
    }) =>
      `${held} cannot be swept to ${feeAccount} and would stay in the vault forever: error ` +
      `${number}, ${clipped(reason)}`,
  ),
  [code.NO_FAUCET]: text(
    'There is no test money on this chain.',
    'Use the chain of `linesman serve` or a test cluster. Elsewhere, ask someone to send you funds.',
    problems({
      'no airdrop': (context: { readonly code: string | number }) =>
        `The chain at --rpc has no airdrops (it answered with ${context.code}).`,
      'airdrop failed': 'The airdrop {signature:text} failed on chain.',
      'no issuer': (context: { readonly stablecoin: string }) =>
        `There is no source of the stablecoin ${context.stablecoin}: the oracle program has no faucet, and ` +
        '--data has no key that can issue it on a local chain.',
      'no signer': [
        'The faucet of the oracle program pays only a signer, but you passed only an address.',
        'Give --keypair.',
      ],
    }),
  ),
  [code.KEY_FILE_NOT_WRITTEN]: text(
    'The key pair file cannot be written.',
    'Choose a new file in an existing folder.',
    ({ file, errno }: { readonly file: string; readonly errno: string }) =>
      errno === 'EEXIST'
        ? { sentence: `${clipped(file)} exists and is never overwritten.`, hint: 'Choose another file.' }
        : `${clipped(file)} cannot be written: ${reasonOf(errno)}.`,
  ),
  [code.NOT_A_WALLET]: text(
    "The recipient's address is not a wallet.",
    'Pass the address of the wallet itself: this command finds or creates its token account.',
    (context: { readonly address: string } & ({ readonly owner: string } | { readonly program: string })) =>
      'owner' in context
        ? `${context.address} is a token account; its owner is ${context.owner}.`
        : `${context.address} is an account of the program ${context.program}, not a wallet.`,
  ),
  [code.TOKEN_NOT_SENDABLE]: text(
    'The token cannot be sent.',
    'Ask the issuer: the mint or one of the token accounts prevents it.',
    notSendableText,
  ),
  [code.OTHER_FORM]: text(
    'The record is in a format that is not accepted.',
    'Use records from lists, histories and streams; `linesman ingest --schema` prints the accepted formats.',
    ({ form }: { readonly path: string; readonly form: OtherForm }) =>
      `The record looks like ${FORMS[form]}. This format is not accepted.`,
  ),
  [code.WATCH_STATE_NOT_USABLE]: text(
    'The state file of `linesman watch` cannot be used.',
    'Choose another file. Without the state, the first round does not know what changed before it.',
    (
      context: { readonly file: string } & (
        | { readonly problem: 'not whole'; readonly detail: string }
        | {
            readonly problem: 'other program';
            readonly what: 'oracle' | 'settlement';
            readonly found: string;
            readonly asked: string;
          }
      ),
    ) =>
      context.problem === 'not whole'
        ? `${clipped(context.file)} is not a complete state file of \`linesman watch\`: ${clipped(context.detail)}`
        : `${clipped(context.file)} is of the ${context.what} program ${clipped(context.found)}, ` +
          `not of ${context.asked}.`,
  ),
  [code.NO_SUCH_LINE]: text(
    'The line does not exist.',
    'Use a handicap or a total in steps of 0.25, in sports without quarter lines in steps of 0.5; or state conditions.',
    (context: NoSuchLine) => {
      if (context.problem === 'no draws')
        return {
          sentence: `No match of ${context.sport} ends in a draw.`,
          hint: 'Use a handicap of -0.5 or 0.5 for the winner.',
        };
      if (context.problem === 'not read')
        return `${context.name} is ${clipped(context.value)}, which is not a line such as ${context.example}.`;
      const line = `a ${context.kind} of ${clipped(String(context.value))}`;
      if (context.problem === 'no quarters') return `There are no quarter lines in ${context.sport}, such as ${line}.`;
      if (context.problem === 'out of range')
        return `There is no line such as ${line}: it must be ${context.least} to ${context.most}.`;
      return `There is no line such as ${line}: lines are multiples of 0.25.`;
    },
  ),
} as const;

/** Why there is no such line. */
type NoSuchLine =
  | { readonly problem: 'no draws'; readonly sport: string }
  | { readonly problem: 'not read'; readonly name: string; readonly value: string; readonly example: string }
  | { readonly problem: 'no quarter'; readonly kind: string; readonly value: number }
  | { readonly problem: 'no quarters'; readonly sport: string; readonly kind: string; readonly value: number }
  | {
      readonly problem: 'out of range';
      readonly kind: string;
      readonly value: number;
      readonly least: number;
      readonly most: number;
    };

/** Where a refused record may come from. */
type OtherForm = 'proof' | 'heartbeat' | 'HAR';

/** The name of a form in the sentence. */
const FORMS: Readonly<Record<OtherForm, string>> = {
  proof: 'an answer with a proof, which `linesman verify` reads',
  heartbeat: 'a heartbeat of a stream',
  HAR: 'an HTTP archive (HAR); save the bodies of its answers',
};
