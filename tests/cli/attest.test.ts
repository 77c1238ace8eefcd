import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../ts/sdk/format/slotTime.js';
import { chainTime } from '../../ts/sdk/program/account/chainTime.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { RECORD_KINDS, slotLength } from '../../ts/service/data/store/recordKind.js';
import { periodsBetween, readPeriods } from '../../ts/service/roots/attest/periods.js';
import { linesman, type Ran, start } from '../helpers/cli.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket } from '../helpers/service/embeddedMarket.js';
import { logFaults } from '../helpers/service/logFaults.js';
import { until } from '../helpers/service/until.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none) leftOut('attesters on the embedded chain: @solana/surfpool-linux-x64-gnu is not installed.');

/** Attesters of an oracle in a world at 60 times real time. The tests depend on their order. */
describe.skipIf(none)('attesters', () => {
  let scene: EmbeddedMarket;
  let set: Address;
  const files: string[] = [];
  const pairs: KeyPair[] = [];

  beforeAll(async () => {
    scene = await EmbeddedMarket.start({ speed: 60 });
    for (const name of ['one', 'two', 'three']) {
      const { file, pair } = await scene.wallet(name, { isPoor: true });
      files.push(file);
      pairs.push(pair);
    }
  });
  afterAll(() => scene?.stop());

  /** Those of a test that failed before they ended. */
  const attesters: ReturnType<typeof start>[] = [];
  afterEach(() => {
    for (const attester of attesters.splice(0)) attester.kill('SIGKILL');
  });
  const startAttester = (number: number, ...options: string[]) => {
    const child = start('ts/cli/main.ts', [...attest(number, ...options), '--rpc', scene.rpc]);
    attesters.push(child);
    return child;
  };

  /** Waits until it has ended a round, and returns the address of its metrics. */
  async function afterRound({ stdout }: ReturnType<typeof start>): Promise<string> {
    let url = '';
    for await (const line of createInterface({ input: stdout })) {
      const said = JSON.parse(line);
      if (said.event === 'started') url = said.metrics;
      if (said.event === 'round') break;
    }
    stdout.resume();
    return url;
  }

  const keys = (): string[] => pairs.map(({ address }) => address);
  const document = async (running: Promise<Ran>, code = 0) => {
    const ran = await running;
    expect(ran.code, ran.stderr + ran.stdout).toBe(code);
    return JSON.parse(ran.stdout);
  };
  /** The words of an attester with the token that sees everything. */
  const attest = (who: number, ...more: string[]): string[] => [
    ...['attest', '--set', set, '--keypair', files[who] ?? '', '--service', scene.url],
    ...['--api-token-file', join(scene.folder, 'data/api-token'), '--json', '--interval', '1'],
    ...['--evidence', join(scene.folder, 'evidence'), ...more],
  ];
  const events = ({ stdout }: Pick<Ran, 'stdout'>) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  /** Every slot that was over a while before a time (Unix ms) and has a root, by who attested it. */
  async function slots(before: number): Promise<{ readonly slotStart: number; readonly bits: number }[]> {
    const { node, programs } = scene.service.chain;
    const day = Math.floor(before / MS_PER_DAY);
    const asked = RECORD_KINDS.flatMap((kind) => periodsBetween(kind, day - 1, day));
    const periods = await readPeriods({ chain: node, oracle: programs.oracle, set }, asked);
    return periods.flatMap(({ kind, period, roots, bits }) =>
      roots.flatMap((root, slot) => {
        const slotStart = period * MS_PER_DAY + slot * slotLength(kind);
        return root && slotStart + slotLength(kind) + 60_000 <= before ? [{ slotStart, bits: bits[slot] ?? 0 }] : [];
      }),
    );
  }

  const now = async (): Promise<number> => 1_000 * (await chainTime(scene.service.chain.node));
  /** Waits until this number of slots can be attested. */
  const untilSlots = (count: number): Promise<void> => until(async () => (await slots(await now())).length >= count);

  it('are put into a set, which is shown', async () => {
    const create = ['attesters', 'create', ...keys().flatMap((key) => ['--key', key]), '--keypair', files[0] ?? ''];
    const dry = await document(scene.run([...create, '--dry-run', '--json'], 'chain'));
    expect(dry).toMatchObject({ set: null, keys: keys(), transaction: null });
    const made = await scene.run(create, 'chain');
    expect(made.code, made.stderr).toBe(0);
    set = made.stdout.trim() as Address;
    expect(set).toBe(dry.wouldBe);
    const shown = await document(scene.run(['attesters', 'show', '--set', set, '--json'], 'chain'));
    expect(shown).toMatchObject({ set, creator: pairs[0]?.address, id: 1, keys: keys() });
    const text = await scene.run(['attesters', 'show', '--set', set], 'chain');
    for (const key of keys()) expect(text.stdout).toContain(key);
  });

  it('that are none are refused', async () => {
    const other = KeyPair.generate();
    const file = scene.file('other.json', JSON.stringify([...other.secretKey]));
    const run = (words: readonly string[]) => scene.run(words, 'chain');
    const words = attest(0, '--once');
    words[words.indexOf(files[0] ?? '')] = file;
    const { error } = await document(run(words), 2);
    expect(error).toMatchObject({ number: 6109 });
    const without = ['attest', '--set', set, '--keypair', files[0] ?? '', '--json'];
    expect((await document(run(without), 2)).error.number).toBe(7307);
  });

  it('vouch for what they have rebuilt; one that is killed goes on where it stopped', async () => {
    await untilSlots(3);
    const child = startAttester(0);
    for await (const line of createInterface({ input: child.stdout })) if (JSON.parse(line).event === 'sent') break;
    child.kill('SIGKILL');
    await once(child, 'close');
    const sent = (await slots(await now())).filter(({ bits }) => bits === 1);
    expect(sent.length).toBeGreaterThan(0);
    const from = await now();
    const ran = await scene.run(attest(0, '--once'), 'chain');
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect((await slots(from)).filter(({ bits }) => bits !== 1)).toEqual([]);
  });

  it('send nothing in a dry run', async () => {
    const ran = await scene.run(attest(1, '--once', '--dry-run'), 'chain');
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const round = events(ran).find(({ event }) => event === 'round');
    expect(round.attested).toBeGreaterThan(0);
    expect((await slots(await now())).filter(({ bits }) => bits > 1)).toEqual([]);
  });

  it('are watched, and end on a signal', async () => {
    const child = startAttester(1, '--metrics', '0');
    const url = await afterRound(child);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('round: ok')]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^linesman_attest_slots_total\{kind="scores",outcome="attested"\} [1-9]/m);
    expect(metrics).toMatch(/^linesman_attest_mismatches 0$/m);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    // Nothing sets the time of its last round any more.
    expectFires('LinesmanAttesterStalled', metrics);
  });

  it('keep the evidence of a slot that does not match, and say it with the exit code', async () => {
    // A feed without any record.
    const empty = join(scene.folder, 'empty.ndjson');
    writeFileSync(empty, '');
    const store = join(scene.folder, 'feed');
    expect((await linesman(['ingest', empty, '--store', store])).code).toBe(0);
    const words = attest(2, '--once', '--store', store);
    const ran = await scene.run(words, 'chain');
    expect(ran.code, ran.stdout + ran.stderr).toBe(1);
    const found = events(ran).filter(({ event }) => event === 'mismatch');
    expect(found.length).toBeGreaterThan(0);
    expect(events(ran).flatMap(logFaults)).toEqual([]);
    const folder = join(scene.folder, 'evidence');
    expect(existsSync(folder) && readdirSync(folder).length).toBe(found.length);
    const [{ evidence, reason, from }] = found;
    expect([reason, Math.abs(Date.parse(from) - (await now())) < MS_PER_DAY]).toEqual(['sources differ', true]);
    const kept = JSON.parse(readFileSync(evidence, 'utf8'));
    expect(kept).toMatchObject({ format: 'linesman-mismatch', version: 1, against: [store] });
    expect(kept.differing.records.length).toBeGreaterThan(0);
    expect((await slots(await now())).filter(({ bits }) => bits >= 4)).toEqual([]);
    const url = await afterRound(startAttester(2, '--metrics', '0', '--store', store));
    expectFires('LinesmanAttestMismatch', await (await fetch(`${url}/metrics`)).text());
  });

  it('wait for a feed that lags', async () => {
    // Its last records are of yesterday.
    const lines = matchLines({ seed: 'lags', fixtureId: 12_000_001, startTime: (await now()) - MS_PER_DAY });
    const ofEach = [lines[0], ...['"PriceNames"', '"Seq"'].map((name) => lines.find((line) => line.includes(name)))];
    const store = join(scene.folder, 'lagging');
    const stored = await linesman(['ingest', '--store', store], ofEach.join('\n'));
    expect(stored.code, stored.stdout + stored.stderr).toBe(0);
    const url = await afterRound(startAttester(2, '--metrics', '0', '--store', store));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^linesman_attest_mismatches 0$/m);
    expectFires('LinesmanAttesterBehind', metrics);
  });
});
