import { beforeAll, describe, expect, it } from 'vitest';
import type { NDimensionalStrategy } from '../../ts/sdk/format/strategy.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { validateInstructions } from '../../ts/sdk/program/proof/validateInstructions.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import type { Proof } from '../../ts/sdk/proof/proof.js';
import type { RootsKind } from '../../ts/sdk/proof/rootsAccount.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { LiteBank } from '../helpers/liteBank.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { resultOf } from '../helpers/vectorBank.js';

/** Verified by our oracle program: the recorded bytes of the roots account are put under our program id. */
interface Recording {
  name: string;
  /** The file with the account that holds the published root, or null. */
  roots: string | null;
  response: unknown;
}

const recordings: Recording[] = recordedNames('proofs').map((file) => recorded('proofs', file));
const isOlder = ({ name }: Recording) => name.includes('older-tree');

/** A strategy that holds for these values shifted by `off`. Two stats of version 1 are compared by their sum. */
function strategyFor(proof: Proof, off: number): NDimensionalStrategy | undefined {
  if (proof.kind !== 'stat') return undefined;
  const values = proof.leaves.map(({ stat }) => stat.value);
  const equalTo = (threshold: number) => ({ threshold, comparison: { equalTo: {} } });
  const total = values.reduce((sum, value) => sum + value, 0);
  return {
    geometricTargets: [],
    distancePredicate: null,
    discretePredicates:
      proof.version === 1 && values.length === 2
        ? [{ binary: { indexA: 0, indexB: 1, op: { add: {} }, predicate: equalTo(total + off) } }]
        : values.map((value, index) => ({ single: { index, predicate: equalTo(value + off) } })),
  };
}

describe.skipIf(!hasRecordings)('recorded answers on chain', () => {
  let bank: LiteBank;
  beforeAll(() => {
    bank = new LiteBank([ORACLE]);
  });

  const ask = async (proof: Proof, off = 0) => {
    const strategy = strategyFor(proof, off);
    return resultOf(
      await bank.send(validateInstructions({ oracle: ORACLE.programId, proof, ...(strategy && { strategy }) })),
    );
  };

  const published = recordings.filter(({ roots }) => roots !== null);
  it('some come with the account that holds the root', () => {
    expect(published.length).toBeGreaterThanOrEqual(5);
  });

  describe.each(published.map((recording) => [recording.name, recording] as const))('%s', (_, recording) => {
    const proof = parseProof(recording.response);
    const put = () => {
      const { epochDay, data } = recorded(recording.roots ?? '') as { epochDay: number; data: string };
      bank.put(scoresRootsAddress(epochDay, ORACLE.programId).address, ORACLE.programId, Buffer.from(data, 'base64'));
    };

    it(isOlder(recording) ? 'is refused: an older tree' : 'is true for its values, false for others', async () => {
      put();
      expect(await ask(proof)).toEqual(isOlder(recording) ? { error: 6022 } : { verdict: true });
      expect(await ask(proof, 1)).toEqual(isOlder(recording) ? { error: 6022 } : { verdict: false });
    });
  });

  // The chain's root was not recorded, so the root that the proof folds to is published.
  const others = recordings.filter((recording) => recording.roots === null);
  it.each(others.map((recording) => [recording.name, recording] as const))('%s folds', async (_, recording) => {
    const proof = parseProof(recording.response);
    const result = verify(proof, { sport: 'soccer', format: isOlder(recording) ? 'all-stats' : 'current' });
    const kind: RootsKind = proof.kind === 'stat' ? 'scores' : proof.kind === 'odds' ? 'odds' : 'fixtures';
    const slot = 'slot' in result ? result.slot : result.index;
    const addressOf = { scores: scoresRootsAddress, odds: oddsRootsAddress, fixtures: fixturesRootsAddress }[kind];
    const { data } = rootsAccount(kind, result.epochDay, new Map([[slot, result.mainRoot]]), ORACLE.programId);
    bank.put(addressOf(result.epochDay, ORACLE.programId).address, ORACLE.programId, data);
    expect(await ask(proof)).toEqual(isOlder(recording) ? { error: 6022 } : { verdict: true });
    if (result.kind === 'stat' && !isOlder(recording)) {
      expect(result.facts.map(({ value }) => value)).toEqual(
        proof.kind === 'stat' ? proof.leaves.map(({ stat }) => stat.value) : [],
      );
      expect(await ask(proof, -1)).toEqual({ verdict: false });
    }
  });
});
