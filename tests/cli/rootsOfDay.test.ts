import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configAddress, fixturesWindow, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { linesman } from '../helpers/cli.js';
import { PagedService } from '../helpers/explorer/pagedService.js';
import { configBytes } from '../helpers/oracleBank.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { DAY, HOUR, MINUTE, SLOT, START } from '../helpers/service/sentRecords.js';

/** `linesman roots --service`: the slots of a day as a service names them, beside the accounts of a node. */

const day = Math.floor(START / DAY);
const { address } = scoresRootsAddress(day, LOCALNET_PROGRAM_IDS.oracle);

const database = sharedDatabase();
let paged: PagedService;
let published: Uint8Array;
beforeAll(async () => {
  paged = await PagedService.start(await database.fresh());
  await paged.service.comeTo(START + HOUR + 10 * MINUTE);
  await paged.publish();
  published = accountOfDay().data;
});
afterAll(async () => {
  await paged?.stop();
});
beforeEach(() => change(() => {}));

function accountOfDay() {
  const account = paged.node.accounts.get(address);
  if (!account) throw new Error('nothing is published');
  return account;
}

/** Puts an account on chain that differs from what was published. `root` gives the bytes of the root of a slot. */
function change(how: (root: (from: number) => Uint8Array) => void): void {
  const data = published.slice();
  how((from) => data.subarray(10 + 32 * ((from % DAY) / SLOT)).subarray(0, 32));
  paged.node.accounts.set(address, { ...accountOfDay(), data });
}

const roots = (...args: string[]) => linesman(['roots', '--service', paged.url, '--rpc', paged.node.url, ...args]);
async function compared(...args: string[]) {
  const { code, stdout } = await roots('--json', ...args);
  const { slots } = JSON.parse(stdout) as { slots: { from: number; onChain: string; root: string | null }[] };
  return { code, slots, at: (from: number) => slots.find((slot) => slot.from === from)?.onChain };
}

test('the chain has the roots that the service names', async () => {
  const { code, at } = await compared('--day', `${day}`);
  // A slot without records is not listed.
  expect([code, at(START), at(START + SLOT), at(START - SLOT)]).toEqual([0, 'same', 'same', undefined]);
  expect((await roots('--day', `${day}`)).stdout).toMatch(/^slot +UTC +service +chain /);
});

test('says until when the publisher alone may publish a root, if the oracle is configured', async () => {
  const boundIn = async () => JSON.parse((await roots('--json', '--day', `${day}`)).stdout).lateAfter;
  expect(await boundIn()).toBeNull();
  const { oracle } = LOCALNET_PROGRAM_IDS;
  paged.node.accounts.set(configAddress(oracle).address, { owner: oracle, data: configBytes({ lateAfter: 600 }) });
  expect(await boundIn()).toBe(600);
  const stated = async () =>
    (await roots('--day', `${day}`)).stdout.split('\n').filter((line) => /publisher|late/.test(line));
  const bound = 'the publisher alone may publish a root until 600 s after its slot, then only with the admin';
  expect(await stated()).toEqual([bound, 'late roots: unknown, because the node has no transaction of the admin']);
});

test('roots of fixtures stand in the account of ten days', async () => {
  // Not the first day of the window, so its hours stand further back.
  expect(day - fixturesWindow(day)).toBe(3);
  const { code, at } = await compared('--day', `${day}`, '--kind', 'fixtures');
  expect([code, at(START)]).toEqual([0, 'same']);
});

test('a root that the chain has lost ends with 1, also once the service knows', async () => {
  const { batches } = paged.service.store;
  const key = { kind: 'scores', slotStart: START + SLOT } as const;
  change((root) => root(START + SLOT).fill(0));
  for (const alarm of [null, 'another root']) {
    await batches.markMissing(key, alarm);
    const { code, slots, at } = await compared('--day', `${day}`);
    const { state } = slots.find(({ from }) => from === START + SLOT) as { state?: string };
    expect([code, state, at(START + SLOT)]).toEqual([1, alarm === null ? 'missing' : 'alarm', 'none']);
  }
  await batches.clearAlarm(key);
  await batches.markPublished(key, paged.service.clock.now());
});

test('a slot that is sealed and published between the two questions is not unknown', async () => {
  const from = START + 14 * SLOT;
  await paged.service.comeTo(from + MINUTE);
  let asked = 0;
  paged.node.beforeAnswer = async () => {
    if (asked++ > 0) return;
    await paged.service.comeTo(from + SLOT + MINUTE);
    await paged.publish();
  };
  const { code, at } = await compared('--day', `${day}`);
  paged.node.beforeAnswer = null;
  published = accountOfDay().data;
  expect([asked > 0, code, at(from)]).toEqual([true, 0, 'same']);
});

test('another root, a lost one and one that the service does not know end with 1', async () => {
  const before = START - SLOT * 2;
  change((root) => {
    root(START)[7] = (root(START)[7] ?? 0) ^ 1;
  });
  expect((await compared('--day', `${day}`)).code).toBe(1);
  change((root) => root(START + SLOT).fill(0));
  expect((await compared('--day', `${day}`)).code).toBe(1);
  change((root) => root(before).fill(9));
  expect((await compared('--day', `${day}`)).code).toBe(1);
  change((root) => {
    root(START).fill(8);
    root(START + SLOT).fill(0);
    root(before).fill(9);
  });
  const { at } = await compared('--day', `${day}`);
  expect([before, START, START + SLOT, START + 2 * SLOT].map(at)).toEqual(['unknown', 'other', 'none', 'same']);
});
