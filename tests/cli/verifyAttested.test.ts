import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { CLOCK_SYSVAR, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { type RootsPlace, rootsPlaceOf } from '../../ts/sdk/proof/rootsPlace.js';
import { linesman } from '../helpers/cli.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { clockBytes } from '../helpers/moments.js';
import { FIXTURE, KICK_OFF, ProvingScene } from '../helpers/provingScene.js';
import { key, openMarket, TERMS } from '../helpers/sampleMarket.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { vouchingAccounts } from '../helpers/vouching.js';

const { settlement } = LOCALNET_PROGRAM_IDS;
const WON = 'k1 - k2 > 0';
const MARKET = key(40);
/** The last record of the match. */
const SEQ = 15;

let scene: ProvingScene;
let place: RootsPlace;
let set: string;
const folder = temporaryFolder('attested');
const file = join(folder, 'answer.json');
beforeAll(async () => {
  scene = await ProvingScene.start();
  vi.stubEnv('LINESMAN_API_TOKEN', API_TOKEN);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scene.stop();
});
beforeEach(async () => {
  scene.play();
  const answer = await scene.answer(SEQ, [1, 2]);
  writeFileSync(file, answer);
  place = rootsPlaceOf(parseProof(answer));
  set = vouchingAccounts(place, 0)[0][0];
});

/** Puts the set of four keys on the chain; so many of them vouch for the root. */
const vouch = (count: number, of: RootsPlace = place): void => {
  for (const [address, account] of vouchingAccounts(of, count)) scene.node.accounts.set(address, account);
};
const online = (...args: string[]) => linesman([...args, '--rpc', scene.node.url]);

describe.each(['verify', 'inspect'])('%s of a file', (command) => {
  test('says how many of the keys vouch for the root on chain', async () => {
    vouch(3);
    const asked = [command, file, '--attesters', set, '--least', '3', '--where', WON];
    const { code, stdout } = await online(...asked);
    expect([code, stdout.replaceAll(/ +/g, ' ')]).toEqual([
      0,
      expect.stringMatching(`attested 3 of the 4 keys of ${set}`),
    ]);
    const { stdout: document } = await online(...asked, '--json');
    expect(JSON.parse(document)).toMatchObject({
      ...{ valid: true, verdict: true, published: true },
      attested: { set, count: 3, keys: 4 },
    });
  });

  test('refuses a root for which too few vouch', async () => {
    vouch(2);
    const { code, stdout } = await online(command, file, '--attesters', set, '--least', '3', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      2,
      { valid: false, error: { number: 6263, name: 'NotAttested' } },
    ]);
  });

  test('refuses vouchers for another slot, and a set that is not there', async () => {
    vouch(4, { ...place, index: place.index - 1 });
    const asked = [command, file, '--attesters', set, '--json'];
    expect(JSON.parse((await online(...asked)).stdout)).toMatchObject({ error: { name: 'NotAttested' } });
    scene.play();
    expect(JSON.parse((await online(...asked)).stdout)).toMatchObject({ error: { name: 'AccountNotFound' } });
  });

  test('compares with the roots that are given, and then needs no others', async () => {
    vouch(4);
    const roots = join(folder, 'roots.json');
    writeFileSync(roots, (await online('roots', '--day', '2026-07-09')).stdout);
    scene.node.asked.length = 0;
    const { code } = await online(command, file, '--roots', roots, '--attesters', set, '--least', '4');
    expect([code, scene.node.asked.length]).toEqual([0, 2]);
  });

  test.each([
    ['--least', '2'],
    ['--oracle', MARKET],
    ['--rpc', 'http://127.0.0.1:1'],
  ])('refuses %s %s without --attesters', async (...args) => {
    const { code, stdout } = await linesman([command, file, '--json', ...args]);
    expect([code, JSON.parse(stdout).error]).toMatchObject([2, { name: 'OptionNotApplicable' }]);
    expect(JSON.parse(stdout).error.message).toContain(args[0]);
  });
});

describe('verify of a proof that is fetched', () => {
  const fetched = (...args: string[]) => online('verify', '--json', '--service', scene.service.baseUrl, ...args);

  test('takes a record whose root enough keys vouch for', async () => {
    const asked = ['--fixture', `${FIXTURE}`, '--seq', `${SEQ}`, '--where', WON, '--attesters', set, '--least', '3'];
    vouch(3);
    const { code, stdout } = await fetched(...asked);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { valid: true, attested: { set, count: 3, keys: 4 } }]);
    vouch(2);
    const { stdout: refused } = await fetched(...asked);
    expect(JSON.parse(refused).error).toMatchObject({ name: 'NotAttested' });
  });

  test('asks the attesters that the terms of a market name', async () => {
    const terms: MarketTerms = {
      ...TERMS,
      statKeys: [1, 2],
      outcomes: [strategyOf(parseCondition(WON), [1, 2])],
      fixtureId: FIXTURE,
      stakesClose: KICK_OFF / 1000 - 300,
      earliest: KICK_OFF / 1000,
      latest: KICK_OFF / 1000 + 100_000,
      voidAfter: KICK_OFF / 1000 + 300_000,
      attesters: { set: set as Address, least: 2 },
    };
    const data = marketAccount.encode(openMarket(terms));
    // Vouchers that are not there half a day after the match do not come any more.
    const clock = clockBytes(KICK_OFF / 1000 + 50_000);
    const put = (count: number): void => {
      vouch(count);
      scene.node.accounts.set(CLOCK_SYSVAR, { owner: ZERO_ADDRESS, data: clock });
      scene.node.accounts.set(MARKET, { owner: settlement, data });
    };
    put(2);
    const { code, stdout } = await fetched('--market', MARKET);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { market: MARKET, attested: { set, count: 2, keys: 4 } }]);
    put(1);
    expect(JSON.parse((await fetched('--market', MARKET)).stdout).error).toMatchObject({ name: 'NotAttested' });
    const { stdout: refused } = await fetched('--market', MARKET, '--attesters', set);
    expect(JSON.parse(refused).error).toMatchObject({ name: 'OptionNotApplicable' });
  });
});
