import { beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../ts/keeper/watch/changes.js';
import { FINDINGS, type FindingKind } from '../../ts/keeper/watch/findings.js';
import { opinionOfOracle, opinionOfService } from '../../ts/keeper/watch/opinion.js';
import { Watch, type WatchOptions } from '../../ts/keeper/watch/watch.js';
import type { WatchNode } from '../../ts/keeper/watch/watched.js';
import { WatchMetrics } from '../../ts/keeper/watch/watchMetrics.js';
import type { EpochDay, SlotIndex } from '../../ts/sdk/format/slotTime.js';
import { type MatchResult, matchResultAccount } from '../../ts/sdk/program/account/matchResult.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { programDataAddress, rootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { resultAddress } from '../../ts/sdk/program/address/settlement.js';
import { insertScoresRootInstruction } from '../../ts/sdk/program/oracle/insertRootInstructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { httpProofSource } from '../../ts/sdk/prove/httpProofSource.js';
import { at, historyOf, type Sent } from '../helpers/history.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { amended } from '../helpers/keeper/finalRecords.js';
import { CONFIG, configBytes, ROLES } from '../helpers/oracleBank.js';
import { KICK_OFF, type TestMarket } from '../helpers/settlement/market.js';
import { RESULT_AT, TestResult } from '../helpers/settlement/result.js';
import { makeTokenAccount } from '../helpers/settlement/tokens.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const { admin, publisher, stranger } = ROLES;
const BOUND = 21_600;
const DAY = Math.floor(KICK_OFF / 86_400);
const ROOT = new Uint8Array(32).fill(7) as never;

const scene = new KeeperWorld().each();
/** What the node has of transactions. */
let history: Sent[] = [];
/** By how much this machine is ahead of the chain, s. */
let lag = 0;
let metrics: WatchMetrics;

const configure = (change: Parameters<typeof configBytes>[0] = {}, pending?: Address) =>
  scene.chain.setAccount(CONFIG.address, oracle, configBytes({ lateAfter: BOUND, ...change }, pending));
const deploy = (program: Address, slot: number, authority: Address | null = admin.address) => {
  const data = new Uint8Array(50);
  new DataView(data.buffer).setBigUint64(4, BigInt(slot), true);
  if (authority !== null) data.set([1, ...addressBytes(authority)], 12);
  scene.chain.setAccount(programDataAddress(program).address, UPGRADEABLE_LOADER_ID, data);
};
const publish = (...roots: readonly (readonly [slot: number, fill: number])[]) => {
  const slots = new Map(roots.map(([slot, fill]) => [slot, new Uint8Array(32).fill(fill)]));
  const { address, data } = rootsAccount('odds', DAY, slots, oracle);
  scene.chain.setAccount(address, oracle, data);
};
const insert = (slot: number, by?: Address) =>
  insertScoresRootInstruction(
    ...([oracle, publisher.address, { epochDay: DAY as EpochDay, slot: slot as SlotIndex }, ROOT, by] as const),
  );
/** An insert that the program refused with this number. */
const refused = (Custom: number): Sent => ({
  ...at(scene.chain.now, insert(3)),
  ...{ failed: true, err: { InstructionError: [0, { Custom }] } },
});

beforeEach(() => {
  history = [at(KICK_OFF - 200_000, insert(0, admin.address))];
  lag = 0;
  configure();
  for (const program of [oracle, settlement]) deploy(program, 5);
  publish([1, 1], [2, 2]);
});

const node = (change: Partial<WatchNode> = {}): WatchNode => ({
  ...{ account: scene.node.account, accounts: scene.node.accounts, accountsOf: scene.node.accountsOf },
  signaturesOf: (...asked) => historyOf(history, ZERO_ADDRESS).signaturesOf(...asked),
  transaction: (signature) => historyOf(history, ZERO_ADDRESS).transaction(signature),
  ...change,
});
const fromService = () =>
  opinionOfService(httpProofSource({ baseUrl: scene.service.baseUrl, apiToken: API_TOKEN, timers: scene.timers }));

function watch(options: Partial<WatchOptions> = {}): Watch {
  metrics = new WatchMetrics();
  return new Watch({
    ...{ node: node(), oracle, settlement, opinions: [], metrics, interval: 1_000 },
    timers: { now: () => 1_000 * (scene.chain.now + lag), sleep: async () => {} },
    log: (level, event, fields) => scene.lines.push({ level, event, ...fields }),
    ...options,
  });
}
const kindsOf = (found: readonly Finding[]): FindingKind[] => found.map(({ kind }) => kind);

/** A market with a stake on each side of a match that home has won, proposed or settled by a result. */
async function proposed(results: 'never' | 'always' = 'never') {
  const records = scene.play({ totals: { 1: 2, 7: 4, 8: 3 } });
  const market = await scene.backed({ challengeWindow: 7_200 });
  await scene.at(AFTER);
  const keeper = scene.keeper({ results });
  await keeper.round();
  const result = new TestResult(scene.chain, { fixtureId: market.terms.fixtureId });
  scene.node.known.push(result.address);
  return { records, market, result };
}
const hold = (market: TestMarket, amount: bigint, frozen = false) =>
  makeTokenAccount(scene.chain, {
    mint: market.terms.mint,
    owner: market.address,
    address: market.vault,
    amount,
    frozen,
  });

describe('a change by an admin or an upgrade authority', () => {
  const key = new Uint8Array(32).fill(9);
  it.each<[FindingKind, string, () => void]>([
    ['bound-changed', 'lateAfter', () => configure({ lateAfter: 604_800 })],
    ['admin-proposed', 'pendingAdmin', () => configure({}, stranger.address)],
    ['admin-changed', 'admin', () => configure({ admin: stranger.address })],
    ['publisher-changed', 'publisher', () => configure({ publisher: stranger.address })],
    ['key-changed', 'backendAdmin', () => configure({ backendAdmin: stranger.address })],
    ['key-changed', 'oracleKey', () => configure({ oracleKey: key })],
    ['key-changed', 'nextOracleKey', () => configure({ nextOracleKey: key })],
    ['program-changed', 'oracleSlot', () => deploy(oracle, 6)],
    ['program-changed', 'settlementSlot', () => deploy(settlement, 6)],
    ['authority-changed', 'oracleAuthority', () => deploy(oracle, 5, null)],
    ['authority-changed', 'settlementAuthority', () => deploy(settlement, 5, stranger.address)],
  ])('%s: %s is found once', async (kind, subject, change) => {
    const watching = watch();
    expect(await watching.round()).toEqual([]);
    change();
    // The history of a new admin begins with the change.
    const found = (await watching.round()).filter((one) => one.kind !== 'inserts-unknown');
    expect(found).toMatchObject([{ kind, subject, isNew: true, severity: 'error' }]);
    expect(found[0]?.details.from).not.toBe(found[0]?.details.to);
    expect(await watching.round()).toEqual([]);
  });

  it('is not a price, nor a mint', async () => {
    const watching = watch();
    await watching.round();
    configure({ creditPackPrice: 1n, serviceMint: stranger.address, stablecoinMint: stranger.address });
    expect(await watching.round()).toEqual([]);
  });

  it('is a configuration or a program that is gone', async () => {
    const watching = watch();
    await watching.round();
    scene.chain.setAccount(CONFIG.address, settlement, new Uint8Array());
    scene.chain.setAccount(programDataAddress(oracle).address, settlement, new Uint8Array());
    const found = await watching.round();
    expect(kindsOf(found)).toContain('admin-changed');
    expect(found.every(({ details }) => details.to === 'none')).toBe(true);
    expect(found).toHaveLength(9);
  });
});

describe('inserts', () => {
  const LATE = { kind: 'late-root', subject: `scores ${DAY} 3`, details: { signature: '1' } } as const;

  it('late with the admin are found once, also those of the last day at the start', async () => {
    history.push(at(scene.chain.now - 30_000, insert(3, admin.address)));
    const watching = watch();
    expect(await watching.round()).toMatchObject([LATE]);
    expect(await watching.round()).toEqual([]);
  });

  it('in time, by the publisher alone, or long ago are no finding', async () => {
    const watching = watch();
    await watching.round();
    history.push(at(scene.chain.now, insert(3)), at(86_400 * DAY + 4 * 300, insert(3, admin.address)));
    expect(await watching.round()).toEqual([]);
  });

  it('that landed just before the last round, but were not listed then, are found', async () => {
    await scene.chain.setTime(KICK_OFF + 1_000);
    const watching = watch();
    await watching.round();
    await scene.chain.setTime(KICK_OFF + 2_000);
    history.push(at(KICK_OFF + 701, insert(3, admin.address)));
    expect(await watching.round()).toMatchObject([LATE]);
  });

  it('into a filled slot are found, refused as 6055 and for no other reason', async () => {
    history.push({ ...refused(6055), at: scene.chain.now - 90_000 });
    const watching = watch();
    expect(await watching.round()).toEqual([]);
    history.push(refused(6104), { ...refused(6055), sent: [{ ...insert(3), programAddress: settlement }] });
    expect(await watching.round()).toEqual([]);
    history.push(refused(6055));
    expect(await watching.round()).toMatchObject([
      { kind: 'second-root', subject: '4', details: { roots: `scores ${DAY}` } },
    ]);
    expect(await watching.round()).toEqual([]);
  });

  it('that the node does not show are said once', async () => {
    history.length = 0;
    const watching = watch();
    expect(await watching.round()).toMatchObject([{ kind: 'inserts-unknown', subject: 'history', severity: 'info' }]);
    expect(await watching.round()).toEqual([]);
    history.push(at(KICK_OFF - 200_000, insert(0, admin.address)), ...Array.from({ length: 101 }, () => refused(6104)));
    expect(await watching.round()).toMatchObject([{ kind: 'inserts-unknown', subject: 'many' }]);
  });

  it('that replace a root are found by the account, new ones and a new day are none', async () => {
    const watching = watch();
    await watching.round();
    publish([1, 1], [2, 2], [5, 5]);
    expect(await watching.round()).toEqual([]);
    publish([1, 9], [5, 5]);
    const found = await watching.round();
    expect(found).toMatchObject([{ kind: 'root-replaced', subject: `odds ${DAY}`, details: { slots: '1,2' } }]);
    scene.chain.setAccount(rootsAddress('odds', DAY, oracle).address, oracle, new Uint8Array(20));
    expect(await watching.round()).toMatchObject([{ kind: 'root-replaced', details: { slots: '1,5' } }]);
    await scene.chain.setTime(KICK_OFF + 2 * 86_400);
    expect(await watching.round()).toEqual([]);
  });
});

describe('against the records of a service', () => {
  it('a proposal that differs is found for as long as it stands', async () => {
    const { market, records } = await proposed();
    const watching = watch({ opinions: [fromService()] });
    expect(await watching.round()).toEqual([]);
    scene.service.feed('soccer', [amended(records, 1_200_000, { 2: 3 })]);
    await scene.at(AFTER + 600);
    const finding = {
      ...{ kind: 'proposal-differs', subject: `${market.address} service` },
      details: { fixture: market.terms.fixtureId, proposed: 0, source: 1 },
    };
    expect(await watching.round()).toMatchObject([{ ...finding, isNew: true }]);
    expect(await watching.round()).toMatchObject([{ ...finding, isNew: false }]);
    expect(await metrics.text()).toContain('linesman_watch_standing{kind="proposal-differs"} 1');
    expect(await metrics.text()).toContain('linesman_watch_findings_total{kind="proposal-differs",severity="error"} 1');
    expect(scene.events().filter((event) => event === 'proposal-differs')).toHaveLength(1);
    // A source that falls silent ends nothing.
    scene.service.down = { status: 503 };
    expect(await watching.round()).toMatchObject([
      { kind: 'not-compared', subject: 'service', isNew: true },
      { ...finding, isNew: false },
    ]);
    scene.service.down = null;
    await scene.keeper({ results: 'never' }).round();
    expect(await watching.round()).toEqual([]);
  });

  it('a proposed void differs where the match has a result', async () => {
    const { market } = await proposed();
    const { proposal } = await market.read();
    await market.overwrite({ proposal: { ...proposal, void: true } });
    const found = await watch({ opinions: [fromService()] }).round();
    expect(found).toMatchObject([{ kind: 'proposal-differs', details: { proposed: 'void', source: 0 } }]);
  });

  it('a proposal and a result that no record decides are a warning', async () => {
    const { market, result } = await proposed('always');
    await market.overwrite({ state: 'Proposed' });
    scene.service.clear();
    const found = await watch({ opinions: [fromService()] }).round();
    const subjects = [market.address, result.address].map((address) => `${address} service`);
    expect(kindsOf(found)).toEqual(['not-in-feed', 'not-in-feed']);
    expect(found.map(({ subject }) => subject)).toEqual(subjects);
    scene.service.down = { status: 503 };
    expect(kindsOf(await watch({ opinions: [fromService()] }).round())).toEqual(['not-compared']);
  });

  it('a result that differs is found for a week', async () => {
    const { records, result } = await proposed('always');
    const watching = watch({ opinions: [fromService()] });
    expect(await watching.round()).toEqual([]);
    scene.service.feed('soccer', [amended(records, 60_000, { 2: 3 })]);
    expect(await watching.round()).toMatchObject([
      { kind: 'result-differs', subject: `${result.address} service`, details: { result: 'k2=0', source: 'k2=3' } },
    ]);
    await scene.chain.setTime(KICK_OFF + AFTER + 7 * 86_400);
    expect(await watching.round()).toEqual([]);
  });

  it('other oracles, open markets and markets without a stake are not compared', async () => {
    const { market } = await proposed();
    scene.service.clear();
    const kinds = async () => kindsOf(await watch({ opinions: [fromService()] }).round());
    expect(await kinds()).toEqual(['not-in-feed']);
    const { terms, totals } = await market.read();
    for (const change of [
      { terms: { ...terms, oracleProgram: scene.chain.address() } },
      { terms, state: 'Open' },
      { state: 'Proposed', totals: totals.map(() => 0n) },
    ] as const) {
      await market.overwrite(change);
      expect(await kinds()).toEqual([]);
    }
  });
});

describe('against the results of another oracle', () => {
  const other = ROLES.user.address;
  /** Posts the same result for the other oracle, with a change. */
  async function postOther(result: TestResult, change: Partial<MatchResult>): Promise<void> {
    const { address, bump } = resultAddress({ ...result.subject, oracleProgram: other }, settlement);
    const data = matchResultAccount.encode({ ...(await result.read()), oracleProgram: other, bump, ...change });
    scene.chain.setAccount(address, settlement, data);
  }
  const watching = () => watch({ opinions: [opinionOfOracle(node(), settlement, other)] });
  const away = ({ facts }: MatchResult) => facts.map((fact) => (fact.key === 2 ? { ...fact, value: 5 } : fact));

  it('results and proposals that differ are found', async () => {
    const { market, result } = await proposed('always');
    await market.overwrite({ state: 'Proposed' });
    expect(await watching().round()).toEqual([]);
    await postOther(result, {});
    expect(await watching().round()).toEqual([]);
    await postOther(result, { facts: away(await result.read()) });
    expect(await watching().round()).toMatchObject([
      { kind: 'proposal-differs', subject: `${market.address} ${other}`, details: { proposed: 0, source: 1 } },
      { kind: 'result-differs', subject: `${result.address} ${other}`, details: { result: 'k2=0', source: 'k2=5' } },
    ]);
  });

  it('contradicted ones, facts of earlier updates and undecided periods say nothing', async () => {
    const { market, result } = await proposed('always');
    await market.overwrite({ state: 'Proposed' });
    const facts = away(await result.read());
    await postOther(result, { facts, contradicted: true });
    expect(await watching().round()).toEqual([]);
    await postOther(result, { facts: facts.map((fact) => ({ ...fact, current: false })) });
    expect(await watching().round()).toEqual([]);
    await market.overwrite({ state: 'Final' });
    await postOther(result, { facts });
    const stale = (await result.read()).facts.map((fact) => ({ ...fact, current: fact.key !== 2 }));
    await result.overwrite((data) =>
      Buffer.from(matchResultAccount.encode({ ...matchResultAccount.decode(data), facts: stale })),
    );
    expect(await watching().round()).toEqual([]);
  });
});

describe('results', () => {
  it('of an older layout are left out', async () => {
    const { result } = await proposed('always');
    await result.overwrite((data) => data.fill(1, RESULT_AT.version, RESULT_AT.version + 1));
    expect(await watch().round()).toEqual([]);
  });

  it('that are contradicted are found once', async () => {
    const { result } = await proposed('always');
    const watching = watch();
    expect(await watching.round()).toEqual([]);
    await result.overwrite((data) =>
      Buffer.from(matchResultAccount.encode({ ...matchResultAccount.decode(data), contradicted: true })),
    );
    expect(await watching.round()).toMatchObject([{ kind: 'result-contradicted', subject: result.address }]);
    expect(await watching.round()).toEqual([]);
  });

  it('that may be closed within a week are a notice', async () => {
    const { result } = await proposed('always');
    const since = Math.max(...(await result.read()).facts.map((fact) => fact.since.seconds));
    await scene.chain.setTime(since + 173 * 86_400);
    const watching = watch();
    expect(await watching.round()).toEqual([]);
    await scene.chain.setTime(since + 173 * 86_400 + 1);
    expect(await watching.round()).toMatchObject([
      { kind: 'result-closing', subject: result.address, severity: 'info' },
    ]);
    expect(await watching.round()).toEqual([]);
  });
});

describe('a vault', () => {
  it('is found with less than is owed, of markets and parlays, and frozen', async () => {
    scene.play();
    const [market, leg] = [await scene.backed(), await scene.backed({ id: 99_999n })];
    const parlay = await scene.backedParlay([market, leg]);
    const watching = watch();
    hold(market, 2_001n);
    expect(await watching.round()).toEqual([]);
    hold(market, 1_999n);
    makeTokenAccount(scene.chain, {
      mint: parlay.terms.mint,
      owner: parlay.address,
      address: parlay.vault,
      amount: 7n,
    });
    const about = { vault: market.vault, holds: '1999', owed: '2000' };
    const found = await watching.round();
    expect(found).toMatchObject([
      { kind: 'vault-short', subject: market.address, details: about },
      { kind: 'vault-short', subject: parlay.address, details: { holds: '7' } },
    ]);
    hold(market, 2_000n, true);
    expect((await watching.round())[0]).toMatchObject({ kind: 'vault-frozen', subject: market.address });
  });

  it('is not short because somebody was paid between two readings', async () => {
    scene.play();
    const market = await scene.backed();
    const listed = await scene.node.account(market.address);
    const stale = watch({
      node: node({
        accountsOf: async (program, filters) =>
          (await scene.node.accountsOf(program, filters)).map((one) =>
            one.address === market.address && listed ? { ...one, data: listed.data } : one,
          ),
      }),
    });
    hold(market, 1_000n);
    expect(kindsOf(await stale.round())).toEqual(['vault-short']);
    await market.overwrite({ owed: 1_000n });
    expect(await stale.round()).toEqual([]);
  });
});

describe('the clock of the chain', () => {
  it.each([
    [300, []],
    [301, [{ kind: 'clock-off', subject: 'behind', details: { lag: 301 } }]],
    [-300, []],
    [-301, [{ kind: 'clock-off', subject: 'ahead', details: { lag: -301 } }]],
  ])('%d s behind', async (seconds, found) => {
    lag = seconds;
    expect(await watch().round()).toMatchObject(found);
  });

  it('stands still with the slots after a minute', async () => {
    const watching = watch();
    await watching.round();
    lag = 59;
    expect(await watching.round()).toEqual([]);
    lag = 60;
    expect(await watching.round()).toMatchObject([{ kind: 'chain-halted', details: { seconds: 60 }, isNew: true }]);
    lag = 70;
    expect(await watching.round()).toMatchObject([{ kind: 'chain-halted', isNew: false }]);
    await scene.chain.setTime(KICK_OFF);
    expect(await watching.round()).toEqual([]);
  });
});

describe('a round that fails', () => {
  it('in any request tells nothing, and the next one tells what changed', async () => {
    const { market } = await proposed();
    const requests = ['account', 'accounts', 'accountsOf', 'signaturesOf'] as const;
    for (const [i, request] of requests.entries()) {
      let fails = false;
      const failing = node({
        [request]: (...asked: never[]) =>
          fails
            ? Promise.reject(new Error('the node is gone'))
            : (node()[request] as (...args: never[]) => unknown)(...asked),
      });
      configure();
      const watching = watch({ node: failing });
      hold(market, 2_000n);
      await watching.round();
      configure({ publisher: scene.chain.address() });
      hold(market, BigInt(i));
      scene.lines.length = 0;
      fails = true;
      await expect(watching.round()).rejects.toThrow('the node is gone');
      expect(scene.events()).toEqual([]);
      fails = false;
      expect(kindsOf(await watching.round())).toEqual(['publisher-changed', 'vault-short']);
    }
  });
});

it('every kind of finding is found by a test of this file', async () => {
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  expect(Object.keys(FINDINGS).filter((kind) => !text.includes(`'${kind}'`))).toEqual([]);
});
