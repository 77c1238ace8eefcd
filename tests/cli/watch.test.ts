import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWatch } from '../../ts/keeper/commands/watch/runWatch.js';
import type { WatchFlags } from '../../ts/keeper/commands/watch/watch.js';
import type { WatchNode } from '../../ts/keeper/watch/watched.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { inProcess, linesman } from '../helpers/cli.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { historyOf } from '../helpers/history.js';
import { TestTimers } from '../helpers/keeper/testTimers.js';
import { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, putConfig, ROLES } from '../helpers/oracleBank.js';
import { freePort } from '../helpers/ports.js';

const FLAGS: WatchFlags = { rpc: 'http://127.0.0.1:9', interval: 60 };
const { admin, publisher, stranger } = ROLES;

let folder: string;
let file: string;
let bank: LiteBank;
let timers: Required<TestTimers> & { after: () => () => void };
/** Whether the node answers. */
let isUp: boolean;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linesman-watch-'));
  file = join(folder, 'state.json');
  bank = new LiteBank([]);
  timers = Object.assign(new TestTimers(), { after: () => () => {} });
  isUp = true;
  await bank.setTime(timers.now() / 1_000);
  putConfig(bank);
});
afterEach(() => rmSync(folder, { recursive: true }));

const node: WatchNode = {
  account: async (address) => (isUp ? bank.account(address) : Promise.reject(new Error('no answer'))),
  accounts: (addresses) => bank.accounts(addresses),
  accountsOf: async () => [],
  ...historyOf([], ZERO_ADDRESS),
};
const run = (flags: Partial<WatchFlags> = {}, signal?: AbortSignal) =>
  inProcess((terminal) => runWatch({ ...FLAGS, ...flags }, terminal, { node, timers, ...(signal && { signal }) }));
const once = (flags: Partial<WatchFlags> = {}) => run({ once: true, state: file, json: true, ...flags });
/** The events of a log in JSON, without those of every run. */
const told = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => !['started', 'one round', 'stopping', 'stopped'].includes(event));

describe('linesman watch --once', () => {
  it('compares with the run before, exits with 1 where it found something, and keeps the state', async () => {
    // An oracle without a bound: late roots are not known.
    const first = await once();
    expect([first.code, told(first.stdout).map(({ event }) => event)]).toEqual([1, ['inserts-unknown']]);
    expect((await once()).code).toBe(0);
    putConfig(bank, { publisher: stranger.address });
    const { code, stdout } = await once();
    expect(code).toBe(1);
    expect(told(stdout)).toEqual([
      {
        time: expect.any(String),
        ...{ level: 'error', event: 'publisher-changed', subject: 'publisher' },
        ...{ from: publisher.address, to: stranger.address },
        what: 'The oracle has another publisher.',
        todo: 'docs/runbook-money.md#a-stolen-admin-or-upgrade-key-during-a-match',
      },
    ]);
    expect((await once()).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('tells what stands each time', async () => {
    await once();
    timers.pass(301_000);
    for (let i = 0; i < 2; i++) {
      const { code, stdout } = await once();
      expect([code, told(stdout).map(({ event }) => event)]).toEqual([1, ['clock-off', 'chain-halted']]);
    }
  });

  it('ends with an error if the node does not answer, and the next run tells what changed', async () => {
    await once();
    putConfig(bank, { publisher: stranger.address });
    isUp = false;
    await expect(once()).rejects.toThrow('no answer');
    isUp = true;
    expect(told((await once()).stdout).map(({ event }) => event)).toEqual(['publisher-changed']);
  });

  it.each<[string, (text: string) => string, number, string]>([
    ['half written', (text) => text.slice(0, text.length / 2), 7014, 'state.json'],
    ['empty', () => '', 7014, 'state.json'],
    ['without clock', (text) => text.replace('"clock"', '"clack"'), 7248, '$.clock'],
    ['without a value', (text) => text.replace('"admin"', '"adnim"'), 7248, '$.values.admin'],
    ['of another kind', (text) => text.replace('"inserts-unknown"', '"hearsay"'), 7248, 'hearsay'],
    ['with a number too large', (text) => text.replace(/"slot":\d+/, '"slot":1e99'), 7248, '$.clock.slot'],
    ['of another oracle', (text) => text.replace(LOCALNET_PROGRAM_IDS.oracle, admin.address), 7248, admin.address],
    ['of other markets', (text) => text.replace(LOCALNET_PROGRAM_IDS.settlement, admin.address), 7248, admin.address],
  ])('refuses a state that is %s, and leaves it as it is', async (_, change, number, named) => {
    await once();
    const text = change(readFileSync(file, 'utf8'));
    writeFileSync(file, text);
    const error: Error & { readonly number?: number } = await once().catch((caught) => caught);
    expect([error.number, error.message]).toEqual([number, expect.stringContaining(named)]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('refuses a state file that it cannot write, after telling', async () => {
    const error = await once({ state: join(folder, 'none', 'state.json') }).catch((caught) => caught);
    expect(error.number).toBe(7334);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('linesman watch', () => {
  it('looks every interval, goes on after a failed round, and ends at the signal', async () => {
    const stop = new AbortController();
    const metrics = await freePort();
    let scraped = '';
    const steps: (() => unknown)[] = [
      () => putConfig(bank, { admin: stranger.address }),
      () => {
        isUp = false;
      },
      () => {
        isUp = true;
        bank.remove(CONFIG.address);
      },
      async () => {
        scraped = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
        stop.abort();
      },
    ];
    timers.onSleep = async () => {
      await steps.shift()?.();
    };
    const { code, stdout } = await run({ json: true, metrics }, stop.signal);
    expect(code).toBe(0);
    expect(timers.slept).toEqual([60_000, 60_000, 60_000, 60_000]);
    const events = told(stdout).map(({ event }) => event);
    expect(events.slice(0, 4)).toEqual(['inserts-unknown', 'admin-changed', 'chain-halted', 'round failed']);
    expect(events).toContain('publisher-changed');
    expect(scraped).toContain('linesman_watch_findings_total{kind="admin-changed",severity="error"} 2');
    expect(scraped).toContain('linesman_watch_failed_rounds_total 1');
    expect(scraped).toContain('linesman_watch_standing{kind="chain-halted"} 1');
    expect(scraped).toContain('linesman_watch_standing{kind="vault-short"} 0');
    expectFires('LinesmanMoneyInDanger', scraped);
    expectFires('LinesmanWatchStalled', scraped, { now: timers.now() });
  });

  it('ends if the first round fails, and at a signal in the middle of one', async () => {
    isUp = false;
    await expect(run()).rejects.toThrow('no answer');
    isUp = true;
    const stop = new AbortController();
    const silent = { ...node, accountsOf: () => new Promise<never>(() => stop.abort()) };
    const around = { node: silent, timers, signal: stop.signal };
    const { code, stdout } = await inProcess((terminal) => runWatch({ ...FLAGS, json: true }, terminal, around));
    expect([code, told(stdout)]).toEqual([0, []]);
  });

  it.each([
    ['--interval', '0', 7311],
    ['--metrics', '70000', 7311],
    ['--against', 'nowhere', 7312],
    ['--oracle', '1', 7312],
    ['--settlement', 'x', 7312],
    ['--rpc', 'ftp://127.0.0.1', 7313],
    ['--service', 'nowhere', 7344],
    ['--api-token-file', '/does/not/exist', 7014],
    ['--state', '/', 7014],
  ])('refuses %s %s with %d', async (option, value, number) => {
    const { code, stderr } = await linesman(['watch', '--rpc', 'http://127.0.0.1:9', '--once', option, value]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${number} `)]);
  });

  it('needs no key pair and takes none', async () => {
    const { code, stderr } = await linesman(['watch', '--once', '--keypair', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--keypair'")]);
  });
});
