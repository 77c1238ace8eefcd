import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryRequest, SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { naiveAnswerV1, naiveAnswerV2, naiveAnswerV3, naiveMainRoot } from '../../../tests/helpers/naiveOracle.js';
import {
  accountWith,
  FINAL,
  MAIN_ROOT,
  naiveAnswerV4,
  SCORES_ACCOUNT,
  SLOT,
} from '../../../tests/helpers/sampleSlot.js';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import type { CompactProof } from '../format/compactProof.js';
import { equalBytes, hashOf } from '../format/hash.js';
import { sportOfLayout } from '../format/sport.js';
import { statKey } from '../format/statKey.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import { proveCompact } from './compact.js';
import { compactForm } from './compactForm.js';
import { parseProof } from './parse.js';
import type { StatProof } from './proof.js';
import { witnessFact } from './statFacts.js';
import { proveEvent } from './verifyStat.js';

const sampleProof = (
  keys: number[],
  answer: typeof naiveAnswerV1 | typeof naiveAnswerV2 | typeof naiveAnswerV3 = naiveAnswerV3,
) => parseProof(answer(SLOT, { ...FINAL, keys })) as StatProof;
const witnessLeaf = (key: number): StatLeaf => sampleProof([key], naiveAnswerV2).leaves[0] as StatLeaf;
const question = (keys: number[]) => ({ fixtureId: 9_000_001, keys, sport: 'soccer' as const });

describe('random slots', () => {
  test.each([
    ['version 1', naiveAnswerV1, 2],
    ['version 2', naiveAnswerV2, 5],
    ['version 3', naiveAnswerV3, 5],
  ] as const)('%s: the compact form proves what the full form proves', (_, answer, most) => {
    fc.assert(
      fc.property(arbitraryRequest, ({ batch, request: { keys: all, ...rest } }) => {
        const keys = all.slice(0, most);
        const fixture = batch.find(({ fixtureId }) => fixtureId === rest.fixtureId);
        const sport = sportOfLayout(fixture?.layout ?? 0);
        if (!sport || !fixture) throw new Error('no fixture');
        const rootsAccount = accountWith('scores', 20_833, 96, naiveMainRoot(batch));
        const proof = parseProof(answer(batch, { ...rest, keys })) as StatProof;
        const compact = compactForm(proof);
        const proven = proveCompact(compact, { fixtureId: rest.fixtureId, keys, sport }, rootsAccount);
        expect(proven).toEqual({ ...proveEvent(proof, { trust: sport, rootsAccount }), witness: null });
        // There is one encoding, whatever the input form.
        const other = parseProof(naiveAnswerV2(batch, { ...rest, keys })) as StatProof;
        expect(compactForm(other)).toEqual(compact);

        const stats = Object.entries(fixture.records[rest.record]?.stats ?? {});
        const shown = stats.find(([, value]) => value !== 0);
        if (!shown) return;
        const leaf = (parseProof(naiveAnswerV2(batch, { ...rest, keys: [Number(shown[0])] })) as StatProof).leaves[0];
        const withWitness = proveCompact(
          compactForm(proof, leaf),
          { fixtureId: rest.fixtureId, keys, sport },
          rootsAccount,
        );
        const isNeeded = proven.facts.every(({ kind }) => kind === 'absent');
        expect(withWitness).toEqual({
          ...proven,
          witness: isNeeded && leaf ? witnessFact(leaf, proof.eventStatRoot) : null,
        });
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});

describe('compactForm refuses', () => {
  const refusal = (proof: StatProof, witness?: StatLeaf) => {
    const { number, message } = thrown(() => compactForm(proof, witness));
    expect(number).toBe(6103);
    return message;
  };
  const with2 = sampleProof([1, 7], naiveAnswerV2);

  test('a signed proof', () => {
    expect(refusal(parseProof(naiveAnswerV4(SLOT, FINAL)) as StatProof)).toMatch(/signature/);
  });
  test('repeated keys', () => {
    expect(refusal({ ...with2, leaves: [...with2.leaves, ...with2.leaves] })).toMatch(/1, 7, 1, 7 repeat/);
  });
  test('different periods', () => {
    const [a, b] = with2.leaves;
    if (!a || !b) throw new Error('two leaves');
    expect(refusal({ ...with2, leaves: [a, { ...b, stat: { ...b.stat, period: 5 } }] })).toMatch(/periods 100 and 5/);
  });
  test('zero proofs of different maps', () => {
    const zeros = sampleProof([2, 4]);
    const [a, b] = zeros.leaves;
    const [marker] = b?.statProof ?? [];
    if (!a || !b || !marker) throw new Error('two zero proofs');
    const other = { hash: hashOf(new Uint8Array(32).fill(1)), isRightSibling: false };
    expect(refusal({ ...zeros, leaves: [a, { ...b, statProof: [marker, other] }] })).toMatch(/different maps/);
  });
  test('two events', () => {
    const v1 = sampleProof([1, 7], naiveAnswerV1) as Extract<StatProof, { version: 1 }>;
    expect(refusal({ ...v1, secondEventStatRoot: hashOf(new Uint8Array(32)) })).toMatch(/different score records/);
  });
  test("a path from a zero map's leaf", () => {
    const [first, ...rest] = with2.fixtureProof;
    if (!first) throw new Error('a node');
    expect(refusal({ ...with2, fixtureProof: [{ ...first, isRightSibling: true }, ...rest] })).toMatch(/zero map/);
  });
  test('a witness of another event, or one that is not present', () => {
    const leaf = witnessLeaf(7);
    const other = { ...leaf, stat: { ...leaf.stat, value: 6 } };
    expect(refusal(sampleProof([2]), other)).toMatch(/another score record/);
    expect(refusal(sampleProof([2]), witnessLeaf(4))).toMatch(/not a present stat/);
    // It is ignored if a stat is present.
    expect(compactForm(sampleProof([1, 2]), other).witness).toBeNull();
  });
});

test('flipping any bit of any part is refused', () => {
  for (const [keys, witness] of [[[1, 7, 2, 8]], [[2, 4]], [[2], 7]] as [number[], number?][]) {
    const proof = compactForm(sampleProof(keys), witness === undefined ? undefined : witnessLeaf(witness));
    const judge = (edited: CompactProof) => proveCompact(edited, question(keys), SCORES_ACCOUNT);
    const proven = judge(proof);
    expect(equalBytes(proven.mainRoot, MAIN_ROOT)).toBe(true);
    const edits = flips(proof);
    expect(edits.length).toBeGreaterThan(1500);
    for (const [field, edited] of edits) {
      if (outcome(() => judge(edited)) !== true) continue;
      // Directions where sibling and running hash are equal prove the same content.
      expect(['mainIndex', 'leafIndices']).toContain(field);
      expect(judge(edited)).toEqual(proven);
    }
  }
});

/** Every value that differs from the proof in one bit of one field. */
function flips(proof: CompactProof): [string, CompactProof][] {
  const found: [string, CompactProof][] = [];
  for (const [field, value] of Object.entries(proof)) {
    const add = (changed: unknown) => found.push([field, { ...proof, [field]: changed } as CompactProof]);
    const bytes = (hash: Uint8Array, done: (changed: Uint8Array) => void) => {
      for (let bit = 0; bit < 256; bit++) {
        const changed = Uint8Array.from(hash);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        done(changed);
      }
    };
    if (typeof value === 'number') {
      const bits = field === 'absent' ? 8 : field.endsWith('Timestamp') ? 50 : 32;
      for (let bit = 0; bit < bits; bit++) add(flipped(value, bit, field === 'period'));
    } else if (value instanceof Uint8Array) bytes(value, add);
    else if (Array.isArray(value))
      value.forEach((item: number | Uint8Array, i) => {
        if (typeof item !== 'number') bytes(item, (changed) => add(value.with(i, changed)));
        else for (let bit = 0; bit < 32; bit++) add(value.with(i, flipped(item, bit, field === 'values')));
      });
    else if (value !== null) {
      const { key, value: shown } = value as { key: number; value: number };
      for (let bit = 0; bit < 32; bit++) {
        add({ key: statKey(flipped(key, bit, false)), value: shown });
        add({ key, value: flipped(shown, bit, true) });
      }
    }
  }
  return found;
}

function flipped(value: number, bit: number, signed: boolean): number {
  const changed = Number(BigInt.asUintN(64, BigInt(value)) ^ (1n << BigInt(bit)));
  return signed ? changed | 0 : changed;
}
