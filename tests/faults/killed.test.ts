import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { RECORD_KINDS, type RecordKind } from '../../ts/service/data/store/recordKind.js';
import { Store } from '../../ts/service/data/store/store.js';
import { buildBatch } from '../../ts/service/roots/seal/buildBatch.js';
import { leftOut } from '../helpers/leftOut.js';
import { hourOfRecords, hourStart } from '../helpers/service/hourOfRecords.js';
import type { MortalProcess, MortalService, Said } from '../helpers/service/mortalService.js';
import { rootsOverRpc, startOracleSurf } from '../helpers/service/oracleSurf.js';
import { RpcProxy } from '../helpers/service/rpcProxy.js';
import { ScriptProcess } from '../helpers/service/scriptProcess.js';
import { type Surf, surfpool } from '../helpers/surfpool.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('publishers killed while publishing: @solana/surfpool-linux-x64-gnu is not installed.');

/** Services per process: starting a process takes longer than all they do. */
const TOGETHER = 6;

/** What an hour's records must lead to, computed from the records alone. */
function expectedOf(hour: number) {
  const { fixture, scores, odds } = hourOfRecords(hour);
  const wire: Record<RecordKind, readonly Record<string, unknown>[]> = { scores, odds, fixtures: [fixture] };
  return RECORD_KINDS.map((kind) => {
    const json = wire[kind].map((record) => JSON.stringify(record));
    const records = wire[kind].map((record, seq) => {
      return { fixtureId: Number(record.FixtureId), seq, ts: Number(record.Ts), json: json[seq] ?? '' };
    });
    const { tree } = buildBatch(kind, records, () => 'soccer');
    return { kind, json, root: bytesToHex(tree.root) };
  });
}

describe.skipIf(!isThere)('a process that is killed', () => {
  let surf: Surf;
  let proxy: RpcProxy;
  const home = temporaryFolder('killed');
  let template: string;
  beforeAll(async () => {
    template = join(home, 'template');
    await (await Store.open({ folder: template })).close();
    surf = startOracleSurf();
    proxy = await RpcProxy.start(surf.connection.rpcEndpoint);
  });
  afterAll(async () => {
    await proxy?.stop();
    surf?.stop();
  });

  /** A service whose processes are killed in turn, each in a different hour. */
  interface Scene {
    readonly folder: string;
    hour: number;
    /** The report of the last process, the one that began `hour`. */
    said: readonly Said[] | null;
  }
  let scenes = 0;
  const newScene = (): Scene => {
    const place = scenes++;
    const folder = join(home, `store ${place}`);
    cpSync(template, folder, { recursive: true });
    // Hours that no other scene uses.
    return { folder, hour: 100 * place, said: null };
  };

  interface Life {
    readonly dieAfter?: number;
    readonly diesAtSend?: number;
    readonly isLast?: boolean;
  }

  /** Lets a process finish the last hour of each scene and begin the next. Returns whether it was killed. */
  async function life(all: readonly Scene[], { dieAfter, diesAtSend, isLast }: Life): Promise<boolean> {
    const services = all.map(({ folder, hour, said }, i): MortalService => {
      const dies = dieAfter === undefined ? null : dieAfter + i;
      return { folder, finish: said && hour, begin: isLast ? null : hour + 1, dieAfter: dies };
    });
    let sends = 0;
    let isMortal = false;
    proxy.react = async (call) => {
      if (isMortal && call.method === 'sendTransaction' && ++sends === diesAtSend) {
        // The transaction arrives, but the sender is killed before it lands.
        process.kill();
        await process.ended;
      }
      return call.forward();
    };
    const argument: MortalProcess = { rpc: proxy.url, services };
    const process = new ScriptProcess<Said>('mortalService.ts', argument, ({ says }) => {
      if (says === 'began') isMortal = true;
    });
    const { code, signal, errors } = await process.ended;
    const wasKilled = signal === 'SIGKILL';
    expect([wasKilled || code, errors.trim()]).toEqual([wasKilled || 0, '']);
    for (const [i, scene] of all.entries()) {
      const said = process.lines.filter(({ service }) => service === i);
      if (scene.said) await check(said, scene.said, scene.hour);
      scene.hour++;
      scene.said = said;
    }
    return wasKilled;
  }

  /** Checks that an hour in which a process was killed ends like any other. */
  async function check(said: readonly Said[], saidBefore: readonly Said[], done: number): Promise<void> {
    const finished = said.find((line) => line.says === 'finished');
    if (!finished) throw new Error('the next process did not finish');
    // Every acknowledged record is there; each of the others is there completely or not at all.
    for (const [part, statuses] of Object.entries(finished.again)) {
      const wasAccepted = saidBefore.some((line) => line.says === 'accepted' && line.part === part);
      expect(new Set(statuses).size).toBe(1);
      if (wasAccepted) expect([done, part, statuses[0]]).toEqual([done, part, 'repeated']);
    }
    expect([finished.isPublisher, finished.alarms, finished.left]).toEqual([true, [], 0]);
    const chain = rootsOverRpc({ url: surf.connection.rpcEndpoint });
    for (const { kind, json, root } of expectedOf(done)) {
      expect(finished.records[kind]).toEqual(json);
      expect(finished.states[kind]).toBe('published');
      const onChain = await chain.readRoot({ kind, slotStart: hourStart(done) });
      expect([done, kind, onChain && bytesToHex(onChain)]).toEqual([done, kind, root]);
      const sent = [...proxy.sent].filter(([data]) => data.includes(root));
      // One instruction carries this root, in one transaction.
      expect([done, kind, sent.map(([, signatures]) => signatures.size)]).toEqual([done, kind, [1]]);
    }
  }

  test('at any statement and at any RPC answer loses nothing, and no root is written twice', async () => {
    const all = Array.from({ length: TOGETHER }, newScene);
    let deaths = 0;
    for (let dieAfter = 0; await life(all, { dieAfter }); dieAfter += TOGETHER) {
      const ends = all.flatMap(({ said }) => said?.filter(({ says }) => says === 'ended') ?? []);
      deaths += TOGETHER - ends.length;
    }
    await life(all, { isLast: true });
    // Three batches: the statements of ingesting, freezing, building, publishing and marking, and the RPC calls.
    expect(deaths).toBeGreaterThan(60);
  }, 900_000);

  test('while its transaction is in flight finds the root and sends no second one', async () => {
    const scene = newScene();
    for (const diesAtSend of [1, 2, 3]) expect(await life([scene], { diesAtSend })).toBe(true);
    await life([scene], { isLast: true });
  }, 300_000);
});
