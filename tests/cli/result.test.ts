import { beforeEach, describe, expect, it, vi } from 'vitest';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { bufferAddress, type ResultSubject, resultAddress } from '../../ts/sdk/program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { bufferIdOf } from '../../ts/sdk/program/settlement/bufferId.js';
import { fetchResult } from '../../ts/sdk/program/settlement/readResult.js';
import { linesman } from '../helpers/cli.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { amended, crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { TestAttesters } from '../helpers/settlement/attesters.js';
import { KICK_OFF } from '../helpers/settlement/market.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

/** The chain of the test stands in for one behind RPC, and this for what its service tells of the fixture. */
const here = vi.hoisted(() => ({
  chain: null as unknown,
  sport: null as Sport | null,
  statKeys: null as readonly number[] | null,
}));
vi.mock('../../ts/keeper/commands/openChain.js', () => ({ openChain: () => here.chain }));
vi.mock('../../ts/keeper/commands/market/fixtureOf.js', () => ({
  fixtureOf: async (_: unknown, id: number) => here.sport && { id, sport: here.sport, statKeys: here.statKeys },
}));

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;

describe('linesman result, before it asks anybody', () => {
  it.each([[[]], [['post']], [['show']]])('explains %j', async (args) => {
    const { code, stdout, stderr } = await linesman(['result', ...args, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman result /);
  });

  const subject = ['--fixture', '7', '--sport', 'soccer'];
  const post = ['post', ...subject, '--keypair', '/none'];
  it.each<[string[], number]>([
    [['show', '--fixture', 'x', '--sport', 'soccer'], 7311],
    [['show', '--fixture', '7', '--sport', 'chess'], 7007],
    [['show', ...subject, '--finality', 'signed-final'], 7310],
    [['show', ...subject, '--settlement', 'x'], 7312],
    [post, 7307],
    [[...post, '--keys', '1'], 7307],
    [[...post, '--keys', '1', '--proof', 'answer.json'], 7308],
    [[...post, '--keys', '1', '--service', 'http://127.0.0.1:9', '--witness', 'answer.json'], 7309],
    [[...post, '--proof', 'answer.json'], 7030],
  ])('refuses %j with %d', async (args, number) => {
    const { code, stdout, stderr } = await linesman(['result', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error ${number} `);
  });
});

describe('linesman result', () => {
  const scene = new KeeperWorld().each();
  const { commands } = scene;
  let fixture = 0;
  here.chain = scene.node;
  beforeEach(() => {
    here.sport = null;
    here.statKeys = null;
  });

  const play = (...args: Parameters<KeeperWorld['play']>) => {
    const records = scene.play(...args);
    fixture = records[0]?.FixtureId ?? 0;
    return records;
  };
  const subject = (): ResultSubject => ({
    oracleProgram: oracle,
    fixtureId: fixture,
    sport: 'soccer',
    finality: 'finalised',
    attesters: null,
  });
  const result = () => fetchResult(scene.node, LOCALNET_PROGRAM_IDS, subject());
  const about = () => ['--fixture', `${fixture}`, '--sport', 'soccer'];
  const post = (...args: string[]) => linesman(['result', 'post', ...about(), ...commands.signing, ...args]);
  const show = (...args: string[]) => linesman(['result', 'show', ...about(), ...args]);
  const posted = async (...args: string[]) => {
    const { code, stdout, stderr } = await post(...args, ...commands.asking, '--json');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^payer {4}\w+\ncluster {2}.+\n$/)]);
    return JSON.parse(stdout);
  };
  /** The answer of the service about the final record, saved in a file. */
  const answer = async (seq: number, ...keys: number[]): Promise<string> => {
    const token = await fetch(`${scene.service.baseUrl}/auth/guest/start`, { method: 'POST' });
    const { token: session } = (await token.json()) as { token: string };
    const query = `fixtureId=${fixture}&seq=${seq}&statKeys=${keys.join()}`;
    const path = `${scene.service.baseUrl}/api/scores/stat-validation-v3?${query}`;
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${session}`, 'x-api-token': API_TOKEN },
    });
    return commands.file(`${keys.join('-')}.json`, await response.text());
  };

  it('posts what the service proves, adds to it, and sends nothing twice', async () => {
    const records = play();
    await scene.at(AFTER);
    const { address } = resultAddress(subject(), settlement);
    const first = await posted('--keys', '1,2');
    expect(first).toMatchObject({
      ...{ result: address, effect: 'created', seq: finalOf(records).Seq, form: 'compact' },
      facts: [{ key: 1, value: 2 }, { key: 2 }],
    });
    expect(first.transactions).toEqual(scene.node.landed);
    expect(await result()).toMatchObject({
      ...{ payer: commands.payer.address, fixtureId: fixture, period: 100, contradicted: false },
      facts: [
        { key: 1, present: true, value: 2, current: true },
        { key: 2, present: false, value: 0, current: true },
      ],
    });

    expect(await posted('--keys', '1')).toMatchObject({ effect: 'known', transactions: [] });
    expect(await posted('--keys', '7,1')).toMatchObject({ effect: 'added' });
    expect((await result())?.facts.map(({ key }) => key)).toEqual([1, 2, 7]);
    expect(scene.node.landed).toHaveLength(2);
  });

  it('posts what half of a set vouches for to the result of that set, and to no other', async () => {
    const records = play();
    await scene.at(AFTER);
    const attesters = new TestAttesters(scene.chain, oracle);
    const named = ['--attesters', attesters.set];
    const refused = await post('--keys', '1', ...named, ...commands.asking);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('error 6263 ')]);
    attesters.vouch(slotTimeOf(finalOf(records).Ts), 0b0011);
    const { address } = resultAddress({ ...subject(), attesters: attesters.least(2) }, settlement);
    expect(await posted('--keys', '1', ...named)).toMatchObject({ result: address, effect: 'created' });
    expect(await result()).toBeNull();
    const shown = JSON.parse((await show(...named, '--least', '2', '--json')).stdout);
    expect(shown).toMatchObject({ result: address, attesters: { set: attesters.set, least: 2 } });
    for (const others of [[], [...named, '--least', '3']]) expect((await show(...others)).code).toBe(2);
    expect((await show('--least', '2')).stderr).toContain('error 7309 ');
  });

  it('posts no stat that the source of the match does not state, from a service or a file (7413)', async () => {
    const records = play();
    await scene.at(AFTER);
    const file = await answer(finalOf(records).Seq, 1, 7);
    here.sport = 'soccer';
    here.statKeys = [1, 2];
    for (const from of Object.entries({ '--keys': '1,7', '--proof': file })) {
      const { code, stderr } = await post(...from, ...commands.asking);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/error 7413 .+ stat 7/s)]);
    }
    expect(await result()).toBeNull();
    const { code } = await post('--proof', file, '--unstated', ...commands.asking);
    expect([code, (await result())?.facts.map(({ key }) => key)]).toEqual([0, [1, 7]]);
  });

  it('simulates only, with --dry-run', async () => {
    play();
    await scene.at(AFTER);
    expect(await posted('--keys', '1', '--dry-run')).toMatchObject({ effect: 'created', transactions: [] });
    const { code, stdout } = await post('--keys', '1', '--dry-run', ...commands.asking);
    expect([code, stdout]).toEqual([0, expect.stringContaining('not sent; it was simulated')]);
    expect([await result(), scene.node.landed]).toEqual([null, []]);
  });

  it('replaces what it says by a later update, and says which facts are old', async () => {
    const records = play();
    await scene.at(AFTER);
    await posted('--keys', '1,7');
    const later = { ...amended(records, 400_000, { 1: 3 }), StatusId: 100 };
    scene.service.feed('soccer', [later]);
    await scene.at(AFTER + 1_200);
    expect(await posted('--keys', '1')).toMatchObject({ effect: 'replaced', seq: later.Seq });
    expect(await result()).toMatchObject({
      facts: [
        { key: 1, value: 3, since: { seconds: KICK_OFF + AFTER + 1_200 }, current: true },
        { key: 7, value: 4, since: { seconds: KICK_OFF + AFTER }, current: false },
      ],
    });
    const { stdout } = await show();
    expect(stdout).toMatch(/k1 .+ = 3, since \S+ \(in 0 s\)\n/);
    expect(stdout).toMatch(/k7 .+ = 4, since \S+ \(20 min ago\), of an earlier score record\n/);
  });

  it('shows facts with their age', async () => {
    play();
    await scene.at(AFTER);
    await posted('--keys', '1,2');
    await scene.at(AFTER + 3_600);
    const { code, stdout, stderr } = await show('--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{
        fixtureId: fixture,
        sport: 'soccer',
        finality: 'finalised',
        contradicted: false,
        payer: commands.payer.address,
      },
      facts: [
        { key: 1, present: true, value: 2, age: 3_600, current: true },
        { key: 2, present: false, value: 0, age: 3_600, current: true },
      ],
    });
    expect((await show()).stdout).toContain('= 0, by the zero map, since');
  });

  it('says that nothing was posted (7022)', async () => {
    play();
    const { code, stdout } = await show('--json');
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, 7022]);
    expect((await show('--finality', 'half-time')).stderr).toContain('There is no result account');
  });

  it('waits for the end of the match (7025)', async () => {
    play();
    await scene.at(3_000);
    const { code, stdout } = await post('--keys', '1', ...commands.asking, '--json');
    expect([code, JSON.parse(stdout).error]).toMatchObject([
      2,
      { number: 7025, message: expect.stringContaining('policy finalised') },
    ]);
  });

  it('posts nothing while a correction is under way (7025)', async () => {
    const records = play();
    scene.service.feed('soccer', [{ ...amended(records, 60_000, { 1: 3 }), StatusId: 4 }]);
    await scene.at(AFTER);
    const { stdout } = await post('--keys', '1', ...commands.asking, '--json');
    expect(JSON.parse(stdout).error).toMatchObject({ number: 7025, message: expect.stringContaining('contradicts') });
  });

  it('proves the end by a witness when all stats are zero', async () => {
    const records = play({ totals: { 7: 4 } });
    await scene.at(AFTER);
    expect(await posted('--keys', '1,2')).toMatchObject({ effect: 'created', facts: [{ key: 1 }, { key: 2 }] });
    expect((await result())?.facts.map(({ key }) => key)).toEqual([1, 2]);
    expect(records.length).toBeGreaterThan(0);
  });

  it('refuses another sport than the fixture has (7160), unless told otherwise', async () => {
    play();
    await scene.at(AFTER);
    here.sport = 'basketball';
    const { stdout } = await post('--keys', '1', ...commands.asking, '--json');
    const { error } = JSON.parse(stdout);
    expect([error.number, error.message]).toEqual([7160, expect.stringContaining('--sport is')]);
    expect(await posted('--keys', '1', '--accept', '7160')).toMatchObject({ effect: 'created' });
  });

  it('posts a saved answer, with its witness', async () => {
    const { Seq } = finalOf(play({ totals: { 7: 4 } }));
    await scene.at(AFTER);
    const zero = await answer(Seq, 1, 2);
    const refused = await post('--proof', zero, '--json');
    expect(JSON.parse(refused.stdout).error.number).toBe(6220);
    const witness = await answer(Seq, 7);
    const { code, stdout } = await post('--proof', zero, '--witness', witness, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { effect: 'created', seq: null }]);
    expect(await result()).toMatchObject({ period: 100, facts: [{ key: 1 }, { key: 2 }] });
  });

  it('sends a proof that no transaction holds through a buffer, and closes it', async () => {
    const records = play({ totals: { 1: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 9, 8: 4 } });
    scene.service.feed('soccer', crowd(finalOf(records)));
    await scene.at(AFTER);
    const keys = '1,2,4,5,6';
    expect(await posted('--keys', keys, '--dry-run')).toMatchObject({ form: 'buffer', transactions: [] });
    const said = await posted('--keys', keys);
    expect(said).toMatchObject({ form: 'buffer', effect: 'created' });
    expect(said.transactions).toEqual(scene.node.landed);
    expect(said.transactions.length).toBeGreaterThan(3);
    const { address } = resultAddress(subject(), settlement);
    const buffer = await scene.chain.account(
      bufferAddress(commands.payer.address, bufferIdOf(address), settlement).address,
    );
    expect(buffer === null || buffer.data.length === 0).toBe(true);
    expect((await result())?.facts.map(({ key }) => key)).toEqual([1, 2, 4, 5, 6]);
  });
});
