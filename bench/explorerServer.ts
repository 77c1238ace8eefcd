import type { AddressInfo } from 'node:net';
import { edgeConfiguration, subscribe } from '../tests/helpers/service/edgeConfiguration.js';
import { encodeFixture } from '../ts/records/record/fixture.js';
import { encodeOdds } from '../ts/records/record/odds.js';
import { encodeScores, type ScoresRecord } from '../ts/records/record/scores/scoresRecord.js';
import { MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import { LOCALNET_PROGRAM_IDS } from '../ts/sdk/program/programId.js';
import { matchRecords } from '../ts/season/matchRecords.js';
import { createEdge } from '../ts/service/edge/edge.js';
import { LocalWake } from '../ts/service/wake/localWake.js';
import { START } from './scoreRecords.js';
import { World } from './world.js';

/**
 * A service with the explorer and one running match, in a separate process, controlled by messages of its parent:
 *
 * - `{open: {updates, slots}}` → `{url, token, fixtureId}`, once that many updates have come, spread over that many
 * slots;
 * - `{play: {perSecond, ms}}` → `{sent}`, after that many more came each second at even intervals; one in five is an
 *   update of odds.
 */

/** The sport whose score changes most often. */
const SPORT = 'basketball';
const FIXTURE_ID = 14_000_001;
/** One in this many updates is of odds. */
const ODDS_EACH = 5;

const match = matchRecords({ seed: 'bench', sport: SPORT, fixtureId: FIXTURE_ID, startTime: START });
const scores = (match.scores as readonly ScoresRecord[])
  .filter(({ Stats }) => Object.keys(Stats).length > 0)
  .map((record) => encodeScores(record, 'snapshot') as Record<string, unknown>);
// Only soccer has odds in a season.
const odds = matchRecords({ seed: 'bench', sport: 'soccer', fixtureId: FIXTURE_ID, startTime: START })
  .odds.filter(({ marketPeriod, marketParameters, prices }) => !marketPeriod && !marketParameters && prices.length > 0)
  .map((record) => encodeOdds(record) as Record<string, unknown>);

const world = await World.open();
const wake = new LocalWake();
let seq = 0;
let priced = 0;

const scoreAt = (Ts: number): object => {
  const record = { ...scores[seq % scores.length], FixtureId: FIXTURE_ID, Seq: seq, Ts };
  seq++;
  return record;
};
const oddsAt = (Ts: number): object => {
  const record = odds[priced % odds.length];
  const MessageId = `${String(priced++).padStart(10, '0')}:00003:000001-0-7001-stab`;
  return { ...record, FixtureId: FIXTURE_ID, MessageId, Ts };
};
const updateAt = (number: number, Ts: number): object => (number % ODDS_EACH === 0 ? oddsAt(Ts) : scoreAt(Ts));

async function open(updates: number, slots: number): Promise<object> {
  const [announced] = match.fixtures;
  if (!announced || odds.length === 0) throw new Error('a match without announcement or odds');
  await world.takeIn([
    { ...encodeFixture(announced), FixtureId: FIXTURE_ID, Sport: SPORT, GameState: announced.gameState },
  ]);
  const each = Math.ceil(updates / slots);
  for (let slot = 0; slot < slots; slot++) {
    const count = Math.min(each, updates - seq);
    const records: object[] = [];
    for (let i = 0; i < count; i++) {
      const ts = START + slot * MS_PER_SLOT + Math.floor((i * (MS_PER_SLOT - 1)) / count);
      if (i % ODDS_EACH === 0) records.push(oddsAt(ts));
      records.push(scoreAt(ts));
    }
    world.clock.set(START + (slot + 1) * MS_PER_SLOT - 1);
    await world.takeIn(records);
  }
  world.clock.set(START + slots * MS_PER_SLOT);
  await world.sealAndPublish();
  const explorer = { rpc: null, ...LOCALNET_PROGRAM_IDS };
  const app = { log: false as const, requestsPerSecond: 1_000_000, explorer };
  const edge = await createEdge(world.store, wake, edgeConfiguration(world.clock, { app }));
  await edge.app.listen({ host: '127.0.0.1', port: 0 });
  edge.run(new AbortController().signal).catch((error) => {
    console.error(error);
    process.exit(1);
  });
  const { port } = edge.app.server.address() as AddressInfo;
  const token = await subscribe(world.store, world.clock, 'bench');
  return { url: `http://127.0.0.1:${port}`, token, fixtureId: FIXTURE_ID };
}

/** While updates come, the world's time runs at the speed of the machine's clock. */
async function play(perSecond: number, ms: number): Promise<number> {
  const began = performance.now();
  const worldBegan = world.clock.now();
  const count = Math.round((perSecond * ms) / 1_000);
  for (let i = 0; i < count; i++) {
    const due = began + (i * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    world.clock.set(worldBegan + Math.round(performance.now() - began));
    await world.takeIn([updateAt(i, world.clock.now())]);
    wake.recordsStored();
  }
  return count;
}

process.on(
  'message',
  async (asked: {
    readonly open?: { readonly updates: number; readonly slots: number };
    readonly play?: { readonly perSecond: number; readonly ms: number };
  }) => {
    if (asked.open) process.send?.(await open(asked.open.updates, asked.open.slots));
    if (asked.play) process.send?.({ sent: await play(asked.play.perSecond, asked.play.ms), updates: seq });
  },
);
process.once('disconnect', () => process.exit(0));
