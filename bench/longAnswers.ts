import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemsOf } from '../tests/helpers/pagesOf.js';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import { recordEncoders } from '../ts/service/edge/answer/encoders.js';
import { type Benchmark, below, type Row } from './benchmark.js';
import { ask, forked } from './forked.js';
import type { LongAnswersAsked, LongAnswersRead } from './longAnswersClient.js';
import { median, medianRatio } from './rounds.js';
import { START, slotRecords } from './scoreRecords.js';
import { type Edge, World } from './world.js';

/** Readers of the whole slot, as many as one token may be, and streams beside them. */
const READERS = 4;
const STREAMS = 20;
/** The longest turn of an edge, ms, and the memory of an attester, MB. */
const TURN = 100;
const MEMORY = 300;

const WHOLE = 'the slot built whole';

/** Answers with the slot as one text, as an edge without pages does. */
async function wholeAnswers({ store }: World): Promise<Edge> {
  const server = createServer(async (_, response) => {
    const records = await itemsOf(store.records.pagesInRange('scores', { from: START, to: START + MS_PER_SLOT }));
    const texts = records.map(({ json }) =>
      JSON.stringify(recordEncoders.scores(JSON.parse(json), 'historical', 'described')),
    );
    response.end(`[${texts.join(',')}]`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    headers: {},
    close: async () => void server.close().closeAllConnections(),
  };
}

/** ns of CPU time that the thread of the event loop has used: the first figure of its `schedstat`. */
const usedByLoop = (): number => Number.parseInt(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8'), 10);

/**
 * Measures the longest turn from now on, in ms of CPU time, so that it does not depend on the load of the machine: what
 * the thread has used between two looks, of which each turn of more than a ms has one. Other threads compress answers
 * and collect garbage meanwhile, which is no part of a turn.
 */
function longestTurn(): () => number {
  let longest = 0;
  let used = usedByLoop();
  const timer = setInterval(() => {
    const now = usedByLoop();
    longest = Math.max(longest, (now - used) / 1e6);
    used = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

interface Figures {
  /** Longest turn, ms. */
  readonly turn: number;
  /** Bytes a second, in MB. */
  readonly rate: number;
}

export const longAnswers: Benchmark = {
  name: 'long-answers',
  about: `a whole slot of scores for ${READERS} readers at once, beside ${STREAMS} streams, and for an attester`,
  async run({ quick }, { note }) {
    const [fixtures, updates] = quick ? [10, 20] : [100, 200];
    // As in the embedded service, where the rest of the process has turns between statements.
    const folder = mkdtempSync(join(tmpdir(), 'linesman-bench-'));
    const world = await World.open({ folder: join(folder, 'store') });
    const slot = slotRecords({ sport: 'soccer', fixtures, updates });
    await world.takeIn(slot.fixtures);
    await world.takeIn(slot.scores());
    world.clock.set(START + 2 * MS_PER_SLOT);
    const edges = { ours: await world.edge(), peer: await wholeAnswers(world) };
    const client = forked('longAnswersClient.ts');
    const inDay = START % MS_PER_DAY;
    const hour = `${(START - inDay) / MS_PER_DAY}/${Math.floor(inDay / MS_PER_HOUR)}`;
    const path = `/api/scores/updates/${hour}/${(inDay % MS_PER_HOUR) / MS_PER_SLOT}`;
    const measure = async (who: keyof typeof edges): Promise<Figures> => {
      const { port, headers } = edges[who];
      const streams = who === 'ours' ? STREAMS : 0;
      // None has to collect what the other has left.
      globalThis.gc?.();
      const longest = longestTurn();
      const question: LongAnswersAsked = { port, headers, path, readers: READERS, streams };
      const { bytes, ms } = await ask<LongAnswersRead>(client, question);
      return { turn: longest(), rate: bytes / ms / 1000 };
    };
    const taken: Record<keyof typeof edges, Figures[]> = { ours: [], peer: [] };
    try {
      for (let round = 0; round < (quick ? 1 : 5); round++)
        for (const who of ['ours', 'peer'] as const) taken[who].push(await measure(who));
    } finally {
      client.kill('SIGKILL');
      await Promise.all([edges.ours.close(), edges.peer.close()]);
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    }
    const all = (who: keyof typeof edges, what: keyof Figures) => taken[who].map((one) => one[what]);
    const peer = (what: keyof Figures) => ({ name: WHOLE, value: median(all('peer', what)) });
    const turn = Math.max(...all('ours', 'turn'));
    const attester = forked('attestedSlot.ts');
    const records = quick ? 10_000 : 1_000_000;
    const { megabytes } = await ask<{ megabytes: number }>(attester, { records });
    attester.kill('SIGKILL');
    note(`${(fixtures * updates).toLocaleString('en')} records in PGlite, in a folder, whose own turns are in it`);
    note(`the attester rebuilds a slot of ${records.toLocaleString('en')} records from pages, in a process of its own`);
    const rows: Row[] = [
      {
        ...{ what: 'longest turn', value: turn, unit: 'ms', peer: peer('turn') },
        ratio: medianRatio(all('peer', 'turn'), all('ours', 'turn')),
        goal: below(turn, TURN, 'ms'),
      },
      {
        ...{ what: 'bytes to the readers', value: median(all('ours', 'rate')), unit: 'MB/s', peer: peer('rate') },
        ratio: medianRatio(all('ours', 'rate'), all('peer', 'rate')),
      },
      {
        ...{ what: 'memory of an attester, at most', value: megabytes, unit: 'MB' },
        goal: below(megabytes, MEMORY, 'MB'),
      },
    ];
    return rows;
  },
};
