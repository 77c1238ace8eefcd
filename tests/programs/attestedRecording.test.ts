import { describe, expect, test } from 'vitest';
import type { ScoreRecord } from '../../ts/records/batch/record.js';
import { scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { attestationAccount } from '../../ts/sdk/program/account/attestation.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { attestationAddress } from '../../ts/sdk/program/address/oracle.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { attestInstruction, MAX_ATTESTED_ROOTS } from '../../ts/sdk/program/oracle/attesterInstructions.js';
import { publishedSlots } from '../../ts/sdk/proof/rootsAccount.js';
import { ATTESTERS, putAttesters } from '../helpers/attesters.js';
import { ORACLE, ROLES, startOracle } from '../helpers/oracleBank.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';

type Row = readonly [
  seq: number,
  ts: number,
  statusId: number | null,
  statCount: number,
  nonZero: Record<string, number>,
];
const matches: string[] = recordedNames('batches');

/** The records of a recorded match, as far as the trees are built from them. */
function recordsOf({ fixtureId, records }: { fixtureId: number; records: readonly Row[] }): ScoreRecord[] {
  return records.map(([Seq, Ts, statusId, statCount, nonZero]) => {
    const keys = statCount === 0 ? [] : keysOfSport('soccer');
    const Stats = Object.fromEntries(keys.map((key) => [key, nonZero[key] ?? 0]));
    return { FixtureId: fixtureId, Seq, Ts, ...(statusId !== null && { StatusId: statusId }), Stats } as ScoreRecord;
  });
}

describe.skipIf(!hasRecordings)('a recorded match', () => {
  test.each(matches)('%s rebuilds, and is attested from its records alone', async (file) => {
    const match = recorded('batches', file);
    const { data } = recorded(match.roots);
    const { epochDay, roots } = publishedSlots(Buffer.from(data, 'base64'));
    const batches = scoreBatches([{ sport: 'soccer', records: recordsOf(match) }]);
    expect(batches.length).toBeGreaterThan(20);

    const bank = await startOracle();
    const [attester] = ATTESTERS as [KeyPair];
    const { address: set } = putAttesters(bank, [attester], ROLES.user.address);
    const oracle = ORACLE.programId;
    const published = new Map([...roots.entries()].flatMap(([slot, root]) => (root ? [[slot, root] as const] : [])));
    const account = rootsAccount('scores', epochDay, published, oracle);
    bank.put(account.address, oracle, account.data);

    const entries = batches.map(({ time, tree }) => ({ slot: time.slot, root: rootOf(tree.root) }));
    for (const { slot, root } of entries)
      expect([slot, bytesToHex(root)]).toEqual([slot, bytesToHex(roots[slot] as never)]);
    for (let from = 0; from < entries.length; from += MAX_ATTESTED_ROOTS) {
      const part = entries.slice(from, from + MAX_ATTESTED_ROOTS);
      const about = { oracle, attester: attester.address, set, kind: 'scores', epochDay } as const;
      expect(await bank.send([attestInstruction({ ...about, entries: part })], [attester])).toMatchObject({
        failure: null,
      });
    }
    const { address } = attestationAddress(set, 'scores', epochDay, oracle);
    const { bits } = attestationAccount.decode((await bank.account(address))?.data ?? new Uint8Array());
    const attested = [...bits.entries()].flatMap(([slot, one]) => (one === 0 ? [] : [slot]));
    expect(attested).toEqual(entries.map(({ slot }) => slot).toSorted((a, b) => a - b));
  });
});
