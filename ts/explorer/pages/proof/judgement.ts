import { LinesmanError } from '@linesman/sdk/error';
import { hexToBytes } from '@linesman/sdk/format';
import {
  type Condition,
  type Inspection,
  inspectProof,
  isOfOlderTree,
  type Proof,
  parseCondition,
  parseProof,
  type RootsSource,
  strategyOf,
} from '@linesman/sdk/proof';
import type { Roots } from '../../shared/roots.js';
import { isHash, type Question } from './subject.js';

/** The judgement of this browser about a proof. */
export interface Judgement {
  readonly proof: Proof | null;
  readonly inspection: Inspection | null;
  /** Whether it breaks only because its trees are built in the older way. */
  readonly isOlder: boolean;
  readonly condition: Condition | null;
  /** Why there is nothing to inspect, if the document is not a proof. */
  readonly refusal: LinesmanError | null;
  /** The fault in the condition. A faulty condition is ignored. */
  readonly conditionFault: LinesmanError | null;
}

const NOTHING: Judgement = {
  ...{ proof: null, inspection: null, isOlder: false },
  ...{ condition: null, refusal: null, conditionFault: null },
};

/** A file has the bytes of the account on chain. */
const ROOTS_SOURCES: Readonly<Record<Roots['from'], RootsSource>> = { chain: 'chain', file: 'chain', case: 'case' };

/** Verifies. Broken proofs and documents are results. */
export function judge(text: string, { sport, where, oracleKey, format }: Question, roots: Roots | null): Judgement {
  try {
    const proof = parseProof(text);
    const asked = askedOf(where, proof);
    const inspection = inspectProof(proof, {
      sport,
      format,
      ...(asked.strategy && { strategy: asked.strategy }),
      ...(roots && { rootsAccount: roots.bytes, rootsFrom: ROOTS_SOURCES[roots.from] }),
      ...(isHash(oracleKey) && { oracleKeys: [hexToBytes(oracleKey)] }),
    });
    const isOlder = inspection.breaks !== null && format === 'current' && isOfOlderTree(proof, sport);
    return { ...NOTHING, proof, inspection, isOlder, condition: asked.condition, conditionFault: asked.fault };
  } catch (error) {
    if (error instanceof LinesmanError) return { ...NOTHING, refusal: error };
    throw error;
  }
}

function askedOf(where: string, proof: Proof) {
  const nothing = { condition: null, strategy: null, fault: null };
  if (where.trim() === '' || proof.kind !== 'stat') return nothing;
  try {
    const condition = parseCondition(where);
    const strategy = strategyOf(
      condition,
      proof.leaves.map(({ stat }) => stat.key),
    );
    return { condition, strategy, fault: null };
  } catch (error) {
    if (error instanceof LinesmanError) return { ...nothing, fault: error };
    throw error;
  }
}
