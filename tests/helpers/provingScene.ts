import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { AccountNode } from './accountNode.js';
import { API_TOKEN, FakeService } from './keeper/fakeService.js';
import { namedScoreline, type ScorelineName } from './scoreline/namedScorelines.js';
import { type ScorelineRecord, scorelineOf } from './scoreline/scoreline.js';

/** Unix ms. */
export const KICK_OFF = Date.UTC(2026, 6, 9, 18);
export const FIXTURE = 9_000_001;

const { oracle } = LOCALNET_PROGRAM_IDS;

/** A service with one match, and a node that has its roots. */
export class ProvingScene {
  records: readonly ScorelineRecord[] = [];

  private constructor(
    readonly service: FakeService,
    readonly node: AccountNode,
    readonly key: OracleKey,
  ) {}

  static async start(): Promise<ProvingScene> {
    const key = new OracleKey(new Uint8Array(32).fill(9));
    return new ProvingScene(await FakeService.start(key), await AccountNode.start(), key);
  }

  async stop(): Promise<void> {
    this.service.stop();
    await this.node.stop();
  }

  /** Starts afresh with a soccer match that ends 2:1, or a scripted one. */
  play(script?: ScorelineName): void {
    const { service, node } = this;
    service.clear();
    service.requests.length = 0;
    service.lie = (_, document) => document;
    node.accounts.clear();
    node.asked.length = 0;
    const match = { seed: 'proving', fixtureId: FIXTURE, startTime: KICK_OFF, sport: 'soccer' } as const;
    this.records = (
      script ? namedScoreline(script, match) : scorelineOf({ ...match, totals: { 1: 2, 2: 1, 7: 4 } })
    ).records;
    service.feed('soccer', this.records);
    this.at(Number.POSITIVE_INFINITY);
  }

  /** Sets the clock (Unix ms) of the service, and publishes the slots that have ended. */
  at(now: number): void {
    this.service.now = now;
    const days = new Map<number, Map<number, Uint8Array>>();
    for (const { time, tree } of this.service.batches) {
      if ((time.epochDay * 288 + time.slot + 1) * 300_000 > now) continue;
      const slots = days.get(time.epochDay) ?? new Map<number, Uint8Array>();
      days.set(time.epochDay, slots.set(time.slot, tree.root));
    }
    this.node.accounts.clear();
    for (const [day, slots] of days) {
      const { address, data } = rootsAccount('scores', day, slots, oracle);
      this.node.accounts.set(address, { owner: oracle, data });
    }
  }

  /** The text of the service's answer about one record, as somebody would save it. */
  async answer(seq: number, keys: readonly number[]): Promise<string> {
    const { baseUrl } = this.service;
    const session = await fetch(`${baseUrl}/auth/guest/start`, { method: 'POST' });
    const headers = { authorization: `Bearer ${(await session.json()).token}`, 'x-api-token': API_TOKEN };
    const path = `/api/scores/stat-validation-v3?fixtureId=${FIXTURE}&seq=${seq}&statKeys=${keys}`;
    return (await fetch(baseUrl + path, { headers })).text();
  }
}
