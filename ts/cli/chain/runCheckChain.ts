import { ACCOUNT_OVERHEAD, NO_SBPF_V0, SBPF_V3 } from '@linesman/sdk/internal/program/network/changes';
import { clockBounds } from '@linesman/sdk/internal/program/network/clockBounds';
import { featureText } from '@linesman/sdk/internal/program/network/featureState';
import { LEAST_TIME_BEFORE_START } from '@linesman/sdk/internal/program/settlement/rules/reviewStake';
import { ROOTS_LAYOUTS } from '@linesman/sdk/internal/proof/rootsAccount';
import { type NetworkState, readNetwork } from '@linesman/sdk/internal/rpc/networkState';
import { configAddress, LOCALNET_PROGRAM_IDS, rootsAddress } from '@linesman/sdk/program';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { whileWaiting } from '../terminal/progress.js';
import { type Row, showTable } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import type { CheckChainFlags } from './checkChain.js';

const DAY = 86_400_000;

/** Genesis hashes of the public clusters. */
const CLUSTERS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
};

/** Bytes of accounts that an oracle and its users pay for. */
const SIZES = {
  'an empty account': 0,
  'the configuration of an oracle': 336,
  'the roots of a day': ROOTS_LAYOUTS.scores.size,
} as const;

/** Milliseconds. Windows that count slots expect one a second at least. */
const SLOT_LIMIT = 1_000;
/** Milliseconds in which a transaction has to land. */
const LIFE_LIMIT = 10_000;

/** Runs `linesman check-chain`. Errors: those of `readNetwork`. */
export async function runCheckChain(flags: CheckChainFlags, terminal: Terminal, now = Date.now): Promise<number> {
  const { rpc, oracle = LOCALNET_PROGRAM_IDS.oracle } = flags;
  const accounts = [configAddress(oracle).address, rootsAddress('scores', Math.floor(now() / DAY), oracle).address];
  const asked = { accounts, sizes: Object.values(SIZES), now };
  const state = await whileWaiting(terminal, 'the chain', () => readNetwork(rpc, asked));
  const problems = problemsOf(state);
  if (flags.json) terminal.out(json(stateJson(state, problems)));
  else showTable(terminal, rowsOf(state, problems));
  return problems.length === 0 ? EXIT.valid : EXIT.untrue;
}

const slotOf = ({ slotTime: { found, aimedAt } }: NetworkState): number => found ?? aimedAt;
const lifeOf = (state: NetworkState): number => state.blockhashLife * slotOf(state);

function problemsOf(state: NetworkState): string[] {
  const { clockLag, features } = state;
  const isActive = (feature: { id: string }): boolean =>
    features.some(({ id, state: is }) => id === feature.id && is === 'active');
  return [
    // Stakes close that long before a match.
    ...(Math.abs(clockLag) > LEAST_TIME_BEFORE_START ? [`the clock is ${lagText(clockLag)}`] : []),
    ...(slotOf(state) > SLOT_LIMIT ? [`a slot takes ${seconds(slotOf(state))}`] : []),
    ...(lifeOf(state) < LIFE_LIMIT ? [`a blockhash lives for ${seconds(lifeOf(state))}`] : []),
    ...(isActive(NO_SBPF_V0) && !isActive(SBPF_V3) ? ['the cluster deploys neither format of the programs'] : []),
  ];
}

const perByte = (rent: ReadonlyMap<number, number>): number => (rent.get(0) ?? 0) / ACCOUNT_OVERHEAD;
const median = (fees: readonly number[]): number => [...fees].sort((a, b) => a - b)[fees.length >> 1] ?? 0;

/** Seconds by which the clock may be behind and ahead of this machine's. */
function driftOf(state: NetworkState): { readonly behind: number; readonly ahead: number } {
  const here = state.clock.time + state.clockLag;
  const [earliest, latest] = clockBounds(state.clock, state.features);
  return { behind: Math.max(0, here - earliest), ahead: Math.max(0, latest - here) };
}

function stateJson(state: NetworkState, problems: readonly string[]): object {
  const { genesis, version, features, rent, slotTime, blockhashLife, clock, clockLag, takesVersion1, fees } = state;
  return {
    ...{ genesis, cluster: CLUSTERS[genesis] ?? null, version },
    features: features.map(({ number, what, id, does, ...is }) => ({
      ...{ number, what, id, does, state: is.state },
      since: is.state === 'active' ? `${is.since}` : null,
    })),
    rent: {
      perByte: perByte(rent),
      accounts: Object.entries(SIZES).map(([name, bytes]) => ({ name, bytes, lamports: rent.get(bytes) })),
    },
    slotTime,
    blockhash: { blocks: blockhashLife, milliseconds: lifeOf(state) },
    clock: { ...clock, lag: clockLag, mayBe: driftOf(state) },
    takesVersion1,
    fees: { blocks: fees.length, median: median(fees), most: Math.max(0, ...fees) },
    problems,
  };
}

function rowsOf(state: NetworkState, problems: readonly string[]): Row[] {
  const { genesis, version, features, rent, slotTime, blockhashLife, clockLag, takesVersion1, fees } = state;
  const { behind, ahead } = driftOf(state);
  const found = slotTime.found === null ? 'no samples of the last hour' : `${seconds(slotTime.found)} in the last hour`;
  return [
    ['cluster', `${CLUSTERS[genesis] ?? 'not a public one'}, genesis ${genesis}, version ${version}`],
    ['rent', `${perByte(rent).toLocaleString('en')} lamports a byte`],
    ...Object.entries(SIZES).map(
      ([name, bytes]): Row => ['', `${name} (${bytes} bytes): ${(rent.get(bytes) ?? 0).toLocaleString('en')} lamports`],
    ),
    ['slot', `${found}, aimed at ${seconds(slotTime.aimedAt)}`],
    ['blockhash', `lives for ${blockhashLife} blocks, some ${seconds(lifeOf(state))}`],
    ['clock', `${lagText(clockLag)}; the cluster's rules let it be ${time(behind)} behind to ${time(ahead)} ahead`],
    ['version 1', takesVersion1 ? 'transactions of version 1 are accepted' : 'transactions of version 1 are refused'],
    [
      'fees',
      fees.length === 0
        ? 'no transaction wrote the accounts of the oracle lately'
        : `median ${median(fees)}, most ${Math.max(...fees)} micro-lamports a unit, of ${fees.length} blocks`,
    ],
    ...features.map((feature): Row => [feature.number, featureText(feature)]),
    ...(problems.length === 0 ? [['problems', 'none'] as const] : problems.map((one): Row => ['PROBLEM', one])),
  ];
}

/** Seconds from which on hours are shown. */
const LONG = 2 * 60 * 60;

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;
const lagText = (lag: number): string =>
  `${Math.abs(lag).toFixed(1)} s ${lag < 0 ? 'ahead of' : 'behind'} this machine's`;
const time = (amount: number): string =>
  amount < LONG ? `${Math.round(amount)} s` : `${Math.round(amount / 3_600)} h`;
