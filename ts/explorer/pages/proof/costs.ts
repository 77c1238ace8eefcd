import { hexToBytes } from '@linesman/sdk/format';
import {
  type Address,
  compileMessage,
  type MessageConfig,
  TRANSACTION_LIMIT,
  TRANSACTION_LIMIT_V1,
  transactionSize,
  validateInstructions,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import { conditionOnAll, type Proof, type StatProof } from '@linesman/sdk/proof';
import { isHash } from './subject.js';

/** A line of the ledger of compute units that `npm run cu` measures. */
export interface MeasuredUnits {
  readonly vector: string;
  readonly instruction: string;
  readonly stats: number;
  readonly depths: readonly number[];
  readonly computeUnits: number;
}

export interface UnitsEstimate {
  readonly units: number;
  /** The measured proof that the estimate starts from. */
  readonly from: MeasuredUnits;
}

const LEDGER = new URL('../../../../tests/vectors/compute-units.json', import.meta.url);

/** The measured costs of the proofs in the public corpus. */
export async function readLedger(): Promise<readonly MeasuredUnits[]> {
  const response = await fetch(LEDGER);
  return (await response.json()) as readonly MeasuredUnits[];
}

/** Compute units that the chain grants an instruction by default. */
export const UNITS_GRANTED = 200_000;

/** Compute units to hash a node of a path: 85, and half a unit for each of 64 bytes. */
const UNITS_PER_NODE = 117;

/**
 * Units that the oracle program needs to validate a proof: those of the most similar measured proof, plus the cost of
 * the nodes by which the two differ. Null if no measured proof is of its kind.
 */
export function estimatedUnits(proof: Proof, ledger: readonly MeasuredUnits[]): UnitsEstimate | null {
  const { instruction, stats, depths } = shapeOf(proof);
  const distance = (one: MeasuredUnits): number =>
    1_000 * Math.abs(one.stats - stats) +
    depths.reduce((sum, depth, i) => sum + Math.abs(depth - (one.depths[i] ?? 0)), 0);
  const [from] = ledger
    .filter((one) => one.instruction === instruction)
    .sort((a, b) => distance(a) - distance(b) || b.computeUnits - a.computeUnits);
  if (!from) return null;
  const [stat = 0, ...upper] = depths.map((depth, i) => depth - (from.depths[i] ?? 0));
  const nodes = upper.reduce((sum, more) => sum + more, stat * Math.max(1, stats));
  return { units: from.computeUnits + UNITS_PER_NODE * nodes, from };
}

interface Shape {
  readonly instruction: string;
  readonly stats: number;
  readonly depths: readonly [stat: number, sub: number, main: number];
}

/** The proof in the terms of the ledger. */
function shapeOf(proof: Proof): Shape {
  switch (proof.kind) {
    case 'stat':
      return {
        instruction: proof.version === 1 ? 'validate_stat' : `validate_stat_v${proof.version}`,
        stats: proof.leaves.length,
        depths: [statDepth(proof), proof.fixtureProof.length, proof.mainTreeProof.length],
      };
    case 'odds':
      return {
        instruction: proof.version === 4 ? 'validate_odds_v4' : 'validate_odds',
        stats: 0,
        depths: [0, proof.subTreeProof.length, proof.mainTreeProof.length],
      };
    case 'fixture':
      return {
        instruction: 'validate_fixture',
        stats: 0,
        depths: [0, proof.subTreeProof.length, proof.mainTreeProof.length],
      };
    case 'fixture-batch':
      return { instruction: 'validate_fixture_batch', stats: 0, depths: [0, 0, proof.mainTreeProof.length] };
  }
}

function statDepth(proof: StatProof): number {
  if ('leafIndices' in proof) return Math.floor(Math.log2(proof.leafIndices[0] ?? 1));
  return proof.leaves.reduce((most, { statProof }) => Math.max(most, statProof.length), 0);
}

/** The limits that version 1 must state; every value takes the same bytes. */
const LIMITS: MessageConfig = { computeUnitLimit: UNITS_GRANTED, loadedAccountsDataSizeLimit: 1 };

/** The size of the transaction in one version. */
export interface TransactionBytes {
  readonly version: 0 | 1;
  readonly bytes: number;
  readonly limit: number;
}

/** Bytes of the transaction in which the oracle program validates a proof; null if the transaction needs a key. */
export function transactionBytes(proof: Proof, oracle: Address, oracleKey: string): TransactionBytes[] | null {
  const isSigned = 'version' in proof && proof.version === 4;
  if (isSigned && !isHash(oracleKey)) return null;
  const instructions = validateInstructions({
    oracle,
    proof,
    ...(proof.kind === 'stat' && { strategy: conditionOnAll(proof) }),
    ...(isSigned && { signedBy: { user: ZERO_ADDRESS, oracleKey: hexToBytes(oracleKey) } }),
  });
  // The size does not depend on who pays, nor on the blockhash.
  const bytesOf = (how?: MessageConfig): number =>
    transactionSize(compileMessage(oracle, instructions, ZERO_ADDRESS, how));
  return [
    { version: 0, bytes: bytesOf(), limit: TRANSACTION_LIMIT },
    { version: 1, bytes: bytesOf(LIMITS), limit: TRANSACTION_LIMIT_V1 },
  ];
}
