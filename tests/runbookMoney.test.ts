import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { FINDINGS } from '../ts/keeper/watch/findings.js';
import { type ScoreBatch, scoreBatches } from '../ts/records/batch/scoreBatch.js';
import { rootOf } from '../ts/sdk/format/hash.js';
import { slotTimeOf } from '../ts/sdk/format/slotTime.js';
import { addressBytes } from '../ts/sdk/program/address/address.js';
import { programDataAddress } from '../ts/sdk/program/address/oracle.js';
import { UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../ts/sdk/program/keyPair.js';
import { insertScoresRootInstruction } from '../ts/sdk/program/oracle/insertRootInstructions.js';
import { updateConfig } from '../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../ts/sdk/program/programId.js';
import { UNCHANGED_CONFIG } from '../ts/sdk/program/wire/configParameters.js';
import { linesman, type Ran } from './helpers/cli.js';
import { at, historyOf, type Sent } from './helpers/history.js';
import { amended, finalOf } from './helpers/keeper/finalRecords.js';
import { CONFIG, ORACLE, putConfig, ROLES } from './helpers/oracleBank.js';
import type { ScorelineRecord } from './helpers/scoreline/scoreline.js';
import { TestAttesters } from './helpers/settlement/attesters.js';
import { ok } from './helpers/settlement/chain.js';
import { KICK_OFF, type MarketOptions, type Staker, type TestMarket } from './helpers/settlement/market.js';
import { PublishedSlot } from './helpers/settlement/match.js';
import { splToken } from './helpers/settlement/splToken.js';
import { makeMint, tokenAmount } from './helpers/settlement/tokens.js';
import { AFTER, KeeperWorld } from './helpers/world/keeperWorld.js';

/** Plays each case of docs/runbook-money.md, and runs the commands of its section in their order. */

const here = vi.hoisted(() => ({ chain: null as unknown, node: null as unknown }));
vi.mock('../ts/keeper/commands/openChain.js', () => ({ openChain: () => here.chain }));
vi.mock('../ts/keeper/commands/watch/openWatchNode.js', () => ({ openWatchNode: () => here.node }));
vi.mock('../ts/keeper/commands/market/fixtureOf.js', () => ({ fixtureOf: async () => null }));

const page = readFileSync(new URL('../docs/runbook-money.md', import.meta.url), 'utf8');
const { oracle } = LOCALNET_PROGRAM_IDS;
const { admin, publisher, user: spare, backendAdmin: next, stranger: thief, upgradeAuthority } = ROLES;
const HOUR = 3_600;
const STATS = [1, 2];

const scene = new KeeperWorld({ others: [ORACLE] }).each();
const { chain, commands } = scene;
const history: Sent[] = [];
beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
beforeEach(async () => {
  here.chain = scene.node;
  here.node = {
    ...{ account: scene.node.account, accounts: scene.node.accounts, accountsOf: scene.node.accountsOf },
    ...historyOf(history, ZERO_ADDRESS),
  };
  history.length = 0;
  history.push(at(KICK_OFF - 100 * HOUR, update({}, admin)));
  for (const day of [0, 1]) chain.bank.remove(scene.oracle.roots(Math.floor(KICK_OFF / 86_400) + day));
  rmSync(fileAt('watch.json'), { force: true });
  for (const { address } of Object.values(ROLES)) chain.bank.fund(address);
  for (const [name, { secretKey }] of Object.entries({
    ...{ admin, 'spare-admin': spare, upgrade: upgradeAuthority, 'spare-upgrade': spare },
  }))
    commands.file(`${name}.json`, JSON.stringify([...secretKey]));
  putConfig(chain.bank, { lateAfter: 6 * HOUR }, spare.address);
  await now(-HOUR);
});

const fileAt = (name: string): string => join(dirname(commands.signing[1] ?? ''), name);

/** Moves the chain, the service and this machine to so many seconds after kick-off. */
async function now(seconds: number, move: (time: number) => Promise<void> = (time) => chain.setTime(time)) {
  await move(KICK_OFF + seconds);
  vi.setSystemTime(1_000 * chain.now);
  scene.service.now = 1_000 * chain.now;
}

const update = (change: Partial<typeof UNCHANGED_CONFIG>, by: KeyPair) =>
  updateConfig.build(
    oracle,
    { admin: by.address, config: CONFIG.address },
    { update: { ...UNCHANGED_CONFIG, ...change } as never },
  );

/** Inserts the root of a slot. Returns the error number. */
async function insert({ time, tree }: ScoreBatch, by: KeyPair = publisher): Promise<number | null> {
  const instruction = insertScoresRootInstruction(oracle, by.address, time, rootOf(tree.root));
  const { error } = await chain.send([instruction], [by]);
  const failure = error !== null && { failed: true, err: { InstructionError: [0, { Custom: error }] } };
  history.push({ ...at(chain.now, instruction), ...failure });
  return error;
}

/** Inserts every root that is not there. Returns the errors. */
async function publishAll(by: KeyPair = publisher): Promise<(number | null)[]> {
  const errors = [];
  for (const batch of scene.service.batches)
    if ((batch.time.epochDay * 288 + batch.time.slot + 1) * 300 <= chain.now) errors.push(await insert(batch, by));
  return [...new Set(errors)];
}

/** A match that home wins 2–0 with stakes on both outcomes. `lie`: its last slot, in which away wins. */
async function match(options: MarketOptions = {}) {
  const records = scene.play({ totals: { 1: 2, 7: 4, 8: 3 } });
  const market = await scene.backed(options);
  return { records, market, lie: lieOf(records) };
}

function lieOf(records: readonly ScorelineRecord[]): PublishedSlot {
  const final = finalOf(records);
  const { epochDay, slot } = slotTimeOf(final.Ts);
  const others = records.map((one) => (one.Seq === final.Seq ? { ...one, Stats: { ...one.Stats, 1: 0, 2: 3 } } : one));
  const batch = scoreBatches([{ sport: 'soccer', records: others }]).find(
    ({ time }) => time.epochDay === epochDay && time.slot === slot,
  );
  return new PublishedSlot(batch as ScoreBatch, final.FixtureId);
}

/** The lie is on chain, and the market is proposed by it. */
async function proposeLie({ records, market, lie }: Awaited<ReturnType<typeof match>>, by = publisher) {
  await now(AFTER);
  expect(await insert(lie.batch, by)).toBe(null);
  ok(await market.settle(lie.v2(STATS, finalOf(records).Seq)));
  expect(await stateOf(market)).toEqual(['Proposed', 1]);
}

/** The true score as a later final record. */
async function correct(records: readonly ScorelineRecord[], by = publisher) {
  scene.service.feed('soccer', [amended(records, 1_500_000, {})]);
  await now(AFTER + 600);
  await publishAll(by);
}

const stateOf = async (market: TestMarket) => {
  const { state, proposal } = await market.read();
  return [state, proposal.outcome];
};

/** The commands of a section. */
class Section {
  private readonly commands: string[];

  constructor(
    heading: string,
    private readonly variables: Readonly<Record<string, string>>,
  ) {
    const text = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
    this.commands = blocks.flatMap(([, block = '']) => block.trim().split('\n'));
  }

  /** Runs the next one, which has to be this. */
  async run(command: string): Promise<Ran> {
    const line = this.commands.shift() ?? '';
    expect(line).toMatch(new RegExp(`^linesman ${command} `));
    const known: Readonly<Record<string, string>> = {
      ...{ RPC: 'http://127.0.0.1:9', SERVICE: scene.service.baseUrl, ...this.variables },
    };
    const words = line.split(' ').map((word) => {
      if (word === 'api-token') return commands.asking[3] ?? '';
      if (word === 'wallet.json') return commands.signing[1] ?? '';
      if (word.endsWith('.json')) return fileAt(word);
      return word.replace(/^\$(\w+)$/, (_, name) => known[name] ?? `no ${name}`);
    });
    return linesman(words.slice(1));
  }

  async done(...words: Parameters<Section['run']>): Promise<string> {
    const { code, stdout, stderr } = await this.run(...words);
    expect(code, stderr).toBe(0);
    return stdout;
  }

  /** Runs `watch`. Returns the kinds that it found. */
  async watch(): Promise<string[]> {
    const { stdout } = await this.run('watch --once');
    return [...stdout.matchAll(/^\S+ \w+ +([\w-]+) subject=/gm)].map(([, kind = '']) => kind);
  }

  end(): void {
    expect(this.commands).toEqual([]);
  }
}

it('a wrong root with open markets', async () => {
  const wrong = await match();
  const { market, records } = wrong;
  const section = new Section('A wrong root with open markets', { MARKET: market.address });
  await proposeLie(wrong);
  expect(await section.watch()).toEqual(['proposal-differs']);
  expect(await section.done('market show')).toContain('Proposed: 1 no');
  // Until there is a later record, nothing that is true can be proven.
  const inVain = [
    '--service',
    scene.service.baseUrl,
    '--api-token-file',
    commands.asking[3] ?? '',
    ...commands.signing,
  ];
  const { stderr } = await linesman(['market', 'settle', '--market', market.address, ...inVain]);
  expect(stderr).toContain('6004');
  await correct(records);
  await section.done('market settle');
  expect(await stateOf(market)).toEqual(['Proposed', 0]);
  await now(AFTER + 600 + HOUR);
  await section.done('market finalise');
  expect(await stateOf(market)).toEqual(['Final', 0]);
  section.end();
});

it('a stolen publisher key', async () => {
  const wrong = await match();
  const { market, records } = wrong;
  const section = new Section('A stolen publisher key', { MARKET: market.address, SPARE: spare.address });
  // The thief has the key of the publisher, and is first.
  await proposeLie(wrong);
  expect(await publishAll()).toEqual([null, 6055]);
  await new Section('Follow the chain', {}).watch();
  await section.done('configure');
  expect(await insert(wrong.lie.batch)).toBe(6017);
  await correct(records, spare);
  // The service has tried the slot once more.
  expect(await section.watch()).toEqual(['publisher-changed', 'second-root', 'proposal-differs']);
  await section.done('market settle');
  expect(await stateOf(market)).toEqual(['Proposed', 0]);
  section.end();
});

it('a stolen admin or upgrade key during a match', async () => {
  const data = new Uint8Array(50);
  data.set([3, 0, 0, 0]);
  data.set([1, ...addressBytes(upgradeAuthority.address)], 12);
  const code = programDataAddress(oracle).address;
  chain.setAccount(code, UPGRADEABLE_LOADER_ID, data);
  await new Section('Follow the chain', {}).watch();
  const wrong = await match();
  ok(await chain.send([update({ publisher: thief.address, lateAfter: 48 * HOUR }, admin)], [admin]));
  await proposeLie(wrong, thief);
  expect((await new Section('Follow the chain', {}).watch()).toSorted()).toEqual([
    ...['bound-changed', 'inserts-unknown', 'proposal-differs', 'publisher-changed'],
  ]);
  const variables = { SPARE: publisher.address, NEXT: next.address, ORACLE: oracle };
  const section = new Section('A stolen admin or upgrade key during a match', variables);
  for (let i = 0; i < 3; i++) await section.done('configure');
  expect((await chain.send([update({ publisher: thief.address }, admin)], [admin])).error).toBe(6017);
  expect(await insert(wrong.lie.batch, thief)).toBe(6017);
  await section.done('upgrade-authority');
  const { data: after } = (await chain.account(code)) as { data: Uint8Array };
  expect([...after.slice(12, 45)]).toEqual([1, ...addressBytes(spare.address)]);
  section.end();
});

it('a frozen mint', async () => {
  const issuer = chain.fundedKeypair();
  const mint = makeMint(chain, { freezeAuthority: issuer.address });
  const { market } = await match({ mint });
  const owner = market.stakers[0] as Staker;
  const section = new Section('A frozen mint', { MARKET: market.address, OWNER: owner.publicKey });
  const { vault } = market;
  ok(await chain.send([splToken.createFreezeAccountInstruction(vault, mint, issuer.address)], [issuer]));
  expect(await new Section('Follow the chain', {}).watch()).toEqual(['vault-frozen']);
  await now(AFTER);
  await publishAll();
  await section.done('market settle');
  await now(AFTER + HOUR);
  await section.done('market finalise');
  expect((await market.claim(owner.publicKey, 0)).failure).not.toBe(null);
  ok(await chain.send([splToken.createThawAccountInstruction(vault, mint, issuer.address)], [issuer]));
  await section.done('market claim');
  expect(await tokenAmount(chain, owner.tokens)).toBe(1_000_000n + 975n);
  section.end();
});

it('a cluster that stands still longer than a window', async () => {
  const wrong = await match();
  const { market, records } = wrong;
  const section = new Section('A cluster that stands still longer than a window', { MARKET: market.address });
  await proposeLie(wrong);
  await new Section('Follow the chain', {}).watch();
  vi.setSystemTime(1_000 * (chain.now + 2 * HOUR));
  expect(await section.watch()).toEqual(['clock-off', 'chain-halted']);
  // The clock jumps, and no slot has passed.
  const halted = AFTER + 2 * HOUR;
  scene.service.feed('soccer', [amended(records, 1_500_000, {})]);
  await now(halted, (time) => chain.setTimeInHalt(time));
  expect(await section.done('market show')).toMatch(/about/);
  expect((await market.finalise()).error).toBe(6223);
  await publishAll();
  await section.done('market settle');
  await now(halted + HOUR, (time) => chain.setTimeInHalt(time));
  expect((await market.finalise()).error).toBe(6223);
  await now(halted + 2 * HOUR);
  await section.done('market finalise');
  expect(await stateOf(market)).toEqual(['Final', 0]);
  section.end();
});

it('attesters that are out', async () => {
  const attesters = new TestAttesters(chain, oracle);
  const { market, records } = await match({ attesters: attesters.least(2) });
  const silent = await scene.backed({ attesters: attesters.least(2) });
  const owner = silent.stakers[0] as Staker;
  const variables = { MARKET: market.address, SILENT: silent.address, OWNER: owner.publicKey };
  const section = new Section('Attesters that are out', variables);
  await now(AFTER);
  await publishAll();
  const early = await new Section('Attesters that are out', variables).run('market settle');
  expect([early.code, early.stderr]).toEqual([2, expect.stringMatching(/6263/)]);
  attesters.vouch(slotTimeOf(finalOf(records).Ts), 0b11);
  await section.done('market settle');
  expect(await stateOf(market)).toEqual(['Proposed', 0]);
  await now(silent.terms.voidAfter - KICK_OFF);
  await section.done('market void');
  await section.done('market claim');
  expect(await tokenAmount(chain, owner.tokens)).toBe(1_000_000n);
  section.end();
});

it('every finding names a section of the page', () => {
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
  expect(Object.values(FINDINGS).flatMap(({ anchor }) => (headings.includes(anchor) ? [] : [anchor]))).toEqual([]);
});
