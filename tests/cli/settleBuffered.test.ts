import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { CHAIN_NOT_REACHABLE } from '../../ts/sdk/error/codes/api.js';
import { fail } from '../../ts/sdk/error/linesmanError.js';
import { bufferAddress } from '../../ts/sdk/program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { chunkRoom } from '../../ts/sdk/program/settlement/bufferChunks.js';
import { bufferIdOf } from '../../ts/sdk/program/settlement/bufferId.js';
import { linesman } from '../helpers/cli.js';
import { crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { ok } from '../helpers/settlement/chain.js';
import { allOf, KICK_OFF, single, type TestMarket } from '../helpers/settlement/market.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

/** The test chain behind an RPC interface. */
const here = vi.hoisted(() => ({ chain: null as unknown }));
vi.mock('../../ts/keeper/commands/openChain.js', () => ({ openChain: () => here.chain }));
/** Fields that the fake service leaves out. */
vi.mock('../../ts/keeper/commands/market/fixtureOf.js', () => ({ fixtureOf: async () => null }));

/** The state of the transaction when the connection is lost. */
type Moment = 'simulated' | 'sent' | 'landed';

const KEYS = [1, 2, 4, 5, 6];
/** Home scores; all keys are used. */
const WIDE = {
  statKeys: KEYS,
  outcomes: [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))],
};

describe('linesman market settle, with a proof too large for a transaction', () => {
  const scene = new KeeperWorld().each();
  const { commands } = scene;
  here.chain = scene.node;
  beforeEach(async () => {
    const records = scene.play({ totals: { 1: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 9, 8: 4 } });
    scene.service.feed('soccer', crowd(finalOf(records)));
  });

  const settle = (made: TestMarket, ...args: string[]) =>
    linesman(['market', 'settle', '--market', made.address, ...commands.signing, ...commands.asking, ...args]);
  /** Stops answering at that transaction. Returns a function that restores the connection. */
  const loseConnection = (at: number, moment: Moment): (() => void) => {
    const { node: chain } = scene;
    const { latestBlockhash, simulate, account, send, status, isBlockhashValid } = chain;
    const whole = { latestBlockhash, simulate, account, send, status, isBlockhashValid };
    const lost = async (): Promise<never> => fail(CHAIN_NOT_REACHABLE, { option: '--rpc' });
    const cut = () => Object.assign(chain, Object.fromEntries(Object.keys(whole).map((name) => [name, lost])));
    let seen = 0;
    chain.simulate = async (transaction) => {
      if (++seen === at && moment === 'simulated') cut();
      return chain.simulate === lost ? lost() : simulate(transaction);
    };
    chain.send = async (transaction) => {
      if (seen < at) return send(transaction);
      cut();
      if (moment === 'landed') await send(transaction);
      return lost();
    };
    // The command asks for its outcome for a long time, which the test skips.
    const sleep = vi.spyOn(systemTimers, 'sleep').mockResolvedValue(undefined);
    return () => {
      sleep.mockRestore();
      Object.assign(chain, whole);
    };
  };
  /** The number of transactions to create, write, settle and close. The length of the proof differs by match. */
  const transactionsOf = async (made: TestMarket): Promise<number> => {
    const { stdout } = await settle(made, '--dry-run', '--explain', '--json');
    const { bytes } = JSON.parse(stdout).forms.at(-1);
    return (
      3 + Math.ceil(bytes / chunkRoom(commands.payer.address, commands.payer.address, LOCALNET_PROGRAM_IDS.settlement))
    );
  };
  const buffer = async (made: TestMarket) => {
    const { settlement } = LOCALNET_PROGRAM_IDS;
    const account = await scene.chain.account(
      bufferAddress(commands.payer.address, bufferIdOf(made.address), settlement).address,
    );
    return account !== null && account.data.length > 0;
  };

  it('writes the proof to a buffer, settles from it and closes it', async () => {
    const made = await scene.backed(WIDE);
    await scene.at(AFTER);
    const before = await scene.node.lamports(commands.payer.address);
    const dry = await settle(made, '--dry-run', '--json');
    expect(dry).toMatchObject({ code: 0 });
    expect(JSON.parse(dry.stdout)).toMatchObject({ form: 'buffer', state: 'Open', transactions: [] });
    expect([scene.node.landed.length, await buffer(made)]).toEqual([0, false]);

    const total = await transactionsOf(made);
    const { code, stdout, stderr } = await settle(made, '--json', '--explain');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^payer {4}\w+\ncluster {2}.+\n$/)]);
    const said = JSON.parse(stdout);
    expect(said).toMatchObject({ action: 'settle', form: 'buffer', state: 'Proposed' });
    // Created, written, settled and closed, in this order.
    expect(said.transactions).toEqual(scene.node.landed);
    expect(said.transactions).toHaveLength(total);
    expect(await made.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
    // The rent is returned: only the fees of one signature per transaction are spent.
    expect([await buffer(made), before - (await scene.node.lamports(commands.payer.address))]).toEqual([
      false,
      5_000n * BigInt(total),
    ]);
  });

  it.each<Moment>(['simulated', 'sent', 'landed'])(
    'resumes and leaves no buffer if the connection is lost when any of the transactions is %s',
    async (moment) => {
      let total = Number.POSITIVE_INFINITY;
      for (let at = 1; at <= total; at++) {
        // Stakes are open.
        await scene.chain.setTime(KICK_OFF - 3_600);
        const made = await scene.backed(WIDE);
        await scene.at(AFTER);
        total = await transactionsOf(made);
        scene.node.landed.length = 0;
        const before = await scene.node.lamports(commands.payer.address);
        const mend = loseConnection(at, moment);
        const broken = await settle(made).finally(mend);
        expect([broken.code, broken.stdout], `${at}`).toEqual([2, '']);
        const landed = moment === 'landed' ? at : at - 1;
        expect(scene.node.landed, `${at}`).toHaveLength(landed);

        const again = await settle(made);
        // An existing proposal is reported as usual; the remaining buffer is closed anyway.
        expect(again.code, `${at}: ${again.stderr}`).toBe(landed >= total - 1 ? 2 : 0);
        expect(await made.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
        // Nothing is repeated: each transaction landed once, and only fees are spent.
        expect(scene.node.landed, `${at}`).toHaveLength(total);
        const gone = before - (await scene.node.lamports(commands.payer.address));
        expect([await buffer(made), gone], `${at}`).toEqual([false, 5_000n * BigInt(total)]);
      }
    },
  );

  it('closes a buffer left by an earlier run if the market has been decided since, but not in a dry run', async () => {
    const made = await scene.backed(WIDE);
    await scene.at(AFTER);
    const before = await scene.node.lamports(commands.payer.address);
    const total = await transactionsOf(made);
    const mend = loseConnection(total - 1, 'landed');
    await settle(made).finally(mend);
    await scene.at(AFTER + 1_000_000);
    ok(await made.finalise());
    expect([(await settle(made, '--dry-run')).code, await buffer(made)]).toEqual([2, true]);
    const { code, stderr } = await settle(made);
    expect([code, stderr]).toEqual([2, expect.stringContaining('6211')]);
    expect([await buffer(made), before - (await scene.node.lamports(commands.payer.address))]).toEqual([
      false,
      5_000n * BigInt(total),
    ]);
  });

  it('returns the rent if the program finally refuses the settlement', async () => {
    const made = await scene.backed(WIDE);
    await scene.at(AFTER);
    const before = await scene.node.lamports(commands.payer.address);
    const { simulate } = scene.node;
    let simulated = 0;
    scene.node.simulate = async (transaction) =>
      ++simulated === 3 ? { error: 'no', logs: [], unitsConsumed: 1, returnData: null } : simulate(transaction);
    const { code, stdout } = await settle(made);
    scene.node.simulate = simulate;
    expect([code, stdout]).toEqual([2, '']);
    expect([(await made.read()).state, await buffer(made)]).toEqual(['Open', false]);
    expect(before - (await scene.node.lamports(commands.payer.address))).toBe(
      5_000n * BigInt(scene.node.landed.length),
    );
  });
});
