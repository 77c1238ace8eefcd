import { readFileSync } from 'node:fs';
import { openMarket, TERMS as SAMPLE } from '../../tests/helpers/sampleMarket.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { matchResultAccount, RESULT_VERSION } from '../../ts/sdk/program/account/matchResult.js';
import { positionAccount } from '../../ts/sdk/program/account/position.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { ACCOUNT_OVERHEAD, RENT } from '../../ts/sdk/program/network/changes.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { table } from './table.js';

/** The cost of each step of a bet: units from the ledger of `npm run cu`, and rents from the sizes of the accounts. */

interface Units {
  readonly name: string;
  readonly own: number;
  readonly called: number;
}

const LEDGER = new URL('../../tests/vectors/settlement-units.json', import.meta.url);
const ledger = (): readonly Units[] => JSON.parse(readFileSync(LEDGER, 'utf8'));

const rentOf = (bytes: number): number => (ACCOUNT_OVERHEAD + bytes) * RENT.lamportsPerByte;
/** Bytes of an account of the token program. */
const TOKEN_ACCOUNT = 165;
const LAMPORTS = 1_000_000_000;

/** A market with the outcomes yes and no, on two keys. */
const TERMS = { ...SAMPLE, outcomes: [strategyOf(parseCondition('k1 - k2 > 0'), [1, 2])], statKeys: [1, 2] };

const ZEROS = new Uint8Array(32);

const market = (): number => marketAccount.encode(openMarket(TERMS)).length;

const position = (): number =>
  positionAccount.encode({ bump: 0, pool: ZERO_ADDRESS, owner: ZERO_ADDRESS, outcome: 0, amount: 0n }).length;

function result(facts: number): number {
  const fact = { key: 1, present: true, value: 0, since: { seconds: 0, slot: 0 }, current: true };
  return matchResultAccount.encode({
    version: RESULT_VERSION,
    bump: 0,
    payer: ZERO_ADDRESS,
    oracleProgram: ZERO_ADDRESS,
    fixtureId: 1,
    sport: 'soccer',
    finality: 'finalised',
    attesters: null,
    orderKey: 0n,
    minTimestamp: 0,
    maxTimestamp: 0,
    eventNode: ZEROS,
    period: 100,
    contradicted: false,
    facts: Array.from({ length: facts }, () => fact),
  }).length;
}

const sol = (lamports: number): string => `${Number((lamports / LAMPORTS).toFixed(5))} SOL`;

/** Steps in the order of a market's life: the ledger's line, who pays, and the rent that it locks. */
const STEPS = (): readonly (readonly [step: string, line: string, pays: string, rent: string])[] => [
  ['create a market', 'create_market', 'creator', `${sol(rentOf(market()) + rentOf(TOKEN_ACCOUNT))}, until it closes`],
  ['stake, the first on an outcome', 'stake, first', 'staker', `${sol(rentOf(position()))}, until the claim`],
  ['stake again', 'stake, another', 'staker', ''],
  ['settle, in full', 'settle, v2, one stat at 5/1/1', 'sender', ''],
  ['settle, compact', 'settle, compact, one stat at 5/1/1', 'sender', ''],
  ['finalise', 'finalise', 'sender', ''],
  ['void after the deadline', 'void', 'sender', ''],
  ['claim, won or refunded', 'claim, winning', 'sender', 'comes back to the owner'],
  ['claim, lost', 'claim, losing', 'sender', 'comes back to the owner'],
  ['sweep', 'sweep', 'sender', ''],
  ['close the market', 'close', 'creator', 'comes back to the creator'],
  ['create a parlay of two legs', 'create_parlay, two legs', 'creator', 'as a market'],
  ['copy the last leg', 'settle_parlay, last of two legs', 'sender', ''],
  [
    'post a result',
    'post_result, creation, one stat at 5/1/1',
    'sender',
    `${sol(rentOf(result(1)))}, and ${sol(rentOf(result(2)) - rentOf(result(1)))} for each further stat`,
  ],
  ['settle 20 markets by a result', 'settle_many, 20 markets of two-outcome terms, final', 'sender', ''],
  ['close a result', 'close_result', 'its payer', 'comes back to the payer'],
];

/** The generated parts of docs/costs.md, by name. */
export function costsParts(): Readonly<Record<string, string>> {
  const lines = ledger();
  const unitsOf = (name: string): string => {
    const line = lines.find((one) => one.name === name);
    if (!line) throw new Error(`the ledger has no line ${name}`);
    return (line.own + line.called).toLocaleString('en');
  };
  const { lamportsPerByte, date } = RENT;
  return {
    rent: `At ${lamportsPerByte.toLocaleString('en')} lamports a byte, as mainnet had it on ${date}:\n\n`,
    steps: table(
      ['step', 'compute units', 'fee paid by', 'rent'],
      STEPS().map(([step, line, pays, rent]) => [step, unitsOf(line), pays, rent]),
    ),
    units: table(
      ['instruction', 'own', 'called'],
      lines.map(({ name, own, called }) => [
        `\`${name}\``,
        own.toLocaleString('en'),
        called === 0 ? '' : called.toLocaleString('en'),
      ]),
    ),
  };
}
