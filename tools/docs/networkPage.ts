import { CHANGES } from '../../ts/sdk/program/network/changes.js';
import { table } from './table.js';

/** A figure of a cluster's behaviour that stands in the sources. */
interface Literal {
  readonly what: string;
  /** Files and the name or text by which it stands there. */
  readonly where: readonly (readonly [file: string, text: string])[];
  /** Whether a cluster may change it, and what we do then. */
  readonly changes: string;
}

/** Every one of them; `tests/generatedPages.test.ts` looks whether each still stands where it says. */
export const LITERALS: readonly Literal[] = [
  {
    what: '1,232 bytes of a transaction',
    where: [['ts/sdk/program/transaction/size.ts', 'TRANSACTION_LIMIT = 1232']],
    changes: 'of legacy transactions and version 0, fixed; whether version 1 is taken is asked',
  },
  {
    what: '4,096 bytes, 64 accounts, 12 signers in version 1',
    where: [
      ['ts/sdk/program/transaction/size.ts', 'TRANSACTION_LIMIT_V1 = 4_096'],
      ['ts/sdk/program/transaction/messageV1.ts', 'MAX_IN_VERSION_1'],
    ],
    changes: 'of SIMD-0385; more accounts are proposed, see above: ours stay below',
  },
  {
    what: '64 accounts that a transaction may load',
    where: [['ts/sdk/program/settlement/batchInstructions.ts', '64 accounts that the runtime loads']],
    changes: 'only upwards: a batch then stays smaller than it could be',
  },
  {
    what: '1,400,000 compute units and 64 MiB of accounts',
    where: [
      ['ts/sdk/program/transaction/budget.ts', 'MAX_UNITS = 1_400_000'],
      ['ts/sdk/program/transaction/budget.ts', 'MAX_LOADED_BYTES = 64 * 1024 * 1024'],
    ],
    changes: 'the limits asked for follow from a simulation; these only cap them (Agave 4.3)',
  },
  {
    what: '5,000 lamports for a signature',
    where: [['ts/sdk/program/transaction/budget.ts', 'SIGNATURE_FEE = 5_000n']],
    changes: 'not without a feature; plans and budgets count with it (Agave 4.3)',
  },
  {
    what: '128 bytes of rent for every account',
    where: [['ts/sdk/program/network/changes.ts', 'ACCOUNT_OVERHEAD = 128']],
    changes: 'only to show lamports a byte; rents themselves are asked',
  },
  {
    what: 'lamports a byte in documents',
    where: [['ts/sdk/program/network/changes.ts', 'RENT = {']],
    changes: 'dated there, and on the page that shows it',
  },
  {
    what: '10,240 bytes by which an account may be made or grow in one instruction',
    where: [
      ['programs/settlement/src/state/proof_buffer.rs', '10_240'],
      ['programs/settlement/src/state/result.rs', '10_240'],
    ],
    changes: 'only upwards: our accounts are made smaller',
  },
  {
    what: '10,240 bytes by which a program grows at least, 10 MiB of its account',
    where: [
      ['ts/service/roots/chain/loader.ts', 'LEAST_EXTENSION = 10_240'],
      ['ts/service/roots/chain/loader.ts', 'LONGEST_ACCOUNT = 10 * 1024 * 1024'],
    ],
    changes: 'whether there is a least extension is asked; its size is of SIMD-0431',
  },
  {
    what: '400 ms of a slot',
    where: [['ts/sdk/program/network/clockBounds.ts', 'FIRST_SLOT_TIME = 400']],
    changes: 'read from the features; `check-chain` and publishers measure it',
  },
  {
    what: '150 blocks of a blockhash',
    where: [['ts/sdk/error/texts/library.ts', 'within 150 blocks']],
    changes: 'in a text only; `Outbox` goes by the last height that the node names, and `check-chain` shows it',
  },
  {
    what: '300 slots of statuses',
    where: [['ts/sdk/program/transactionStatuses.ts', '300 slots']],
    changes: 'of a node without history (Agave 4.3); an older transaction is then looked up by itself',
  },
  {
    what: '75 % to 250 % of the time of an epoch that the clock may say',
    where: [['ts/sdk/program/network/clockBounds.ts', 'least: 0.75, most: 2.5']],
    changes: 'other bounds once Alpenglow is active, by its feature',
  },
];

const shown = (text: string): string => text.replaceAll('|', '\\|');

/** The generated parts of docs/internals/network.md. */
export const networkParts = (): Readonly<Record<string, string>> => ({
  changes: table(
    ['number', 'what', 'state and date', 'what it does to us', 'test under it'],
    CHANGES.map(({ number, what, id, does, state, source, test }) => [
      `[${number}](${source})`,
      shown(id === null ? what : `${what} \`${id}\``),
      state,
      shown(does),
      test === null ? 'none' : `\`${test.split('/').at(-1)}\``,
    ]),
  ),
  literals: table(
    ['figure', 'where', 'may it change'],
    LITERALS.map(({ what, where, changes }) => [
      what,
      [...new Set(where.map(([file]) => `\`${file}\``))].join(', '),
      changes,
    ]),
  ),
});
