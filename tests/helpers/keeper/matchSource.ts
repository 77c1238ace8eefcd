import { proveStats, proveStatsTogether } from '../../../ts/records/batch/prove.js';
import { type ScoreBatch, scoreBatches } from '../../../ts/records/batch/scoreBatch.js';
import { NO_PROOF_YET, SERVICE_UNAVAILABLE } from '../../../ts/sdk/error/codes/library.js';
import { errorOf } from '../../../ts/sdk/error/linesmanError.js';
import { MS_PER_SLOT } from '../../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import type { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../../../ts/sdk/program/account/rootsAccountBytes.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { parseProof } from '../../../ts/sdk/proof/parse.js';
import type { StatProof } from '../../../ts/sdk/proof/proof.js';
import type { ListedRecord, ProofRequest, ProofSource } from '../../../ts/sdk/prove/proofSource.js';
import { answerV1, answerV2, answerV3, answerV4 } from '../../../ts/service/edge/answer/answers.js';
import type { ScorelineRecord } from '../scoreline/scoreline.js';
import type { TestChain } from '../settlement/chain.js';

/** A service in this process, with simulated matches, whose slots are published as soon as they are fed. */
export class MatchSource implements ProofSource {
  private readonly fixtures = new Map<number, { readonly sport: Sport; readonly records: ScorelineRecord[] }>();
  private batches: readonly ScoreBatch[] = [];
  /** Proofs that were asked for. */
  proofs = 0;
  isDown = false;

  constructor(
    private readonly chain: TestChain,
    private readonly key: OracleKey,
  ) {}

  /** Adds a match, or records to a match, and publishes its slots. */
  feed(sport: Sport, records: readonly ScorelineRecord[]): void {
    for (const record of records) {
      const fed = this.fixtures.get(record.FixtureId) ?? { sport, records: [] };
      this.fixtures.set(record.FixtureId, fed);
      fed.records.push(record);
    }
    this.batches = scoreBatches([...this.fixtures.values()]);
    const days = new Map<number, Map<number, Uint8Array>>();
    for (const { time, tree } of this.batches) {
      const slots = days.get(time.epochDay) ?? new Map<number, Uint8Array>();
      days.set(time.epochDay, slots.set(time.slot, tree.root));
    }
    for (const [day, slots] of days) {
      const { address, data } = rootsAccount('scores', day, slots, LOCALNET_PROGRAM_IDS.oracle);
      this.chain.setAccount(address, LOCALNET_PROGRAM_IDS.oracle, data);
    }
  }

  latest = async (fixtureId: number): Promise<readonly ListedRecord[]> => {
    this.checkUp();
    const last = new Map(this.recordsOf(fixtureId).map((record) => [record.Action, record]));
    return [...last.values()].map(listed);
  };

  history = async (fixtureId: number): Promise<readonly ListedRecord[]> => {
    this.checkUp();
    return this.recordsOf(fixtureId).map(listed);
  };

  prove = async ({ version, fixtureId, seq, keys }: ProofRequest): Promise<StatProof> => {
    this.checkUp();
    this.proofs++;
    const record = this.recordsOf(fixtureId).find(({ Seq }) => Seq === seq);
    const batch = this.batches.find(({ time }) => {
      const start = time.epochDay * 86_400_000 + time.slot * MS_PER_SLOT;
      return record && record.Ts >= start && record.Ts < start + MS_PER_SLOT;
    });
    if (!batch) throw errorOf(NO_PROOF_YET, { reason: 'NotFound' });
    const asked = { fixtureId, seq, keys };
    const proof = (): ReturnType<typeof proveStatsTogether> => proveStatsTogether(batch, asked);
    const answers = {
      1: () => answerV1(proveStats(batch, asked)),
      2: () => answerV2(proveStats(batch, asked)),
      3: () => answerV3(proof(), 'described'),
      4: () => answerV4(proof(), this.key, 'described'),
    } as const;
    return parseProof(answers[version]()) as StatProof;
  };

  private recordsOf(fixtureId: number): readonly ScorelineRecord[] {
    return this.fixtures.get(fixtureId)?.records ?? [];
  }

  private checkUp(): void {
    if (this.isDown) throw errorOf(SERVICE_UNAVAILABLE, { problem: 'aborted' });
  }
}

const listed = ({ Seq, Ts, StatusId, Stats }: ScorelineRecord): ListedRecord => ({
  seq: Seq,
  ts: Ts as ListedRecord['ts'],
  status: StatusId ?? null,
  stats: new Map(Object.entries(Stats ?? {}).map(([key, value]) => [Number(key), value])),
});
