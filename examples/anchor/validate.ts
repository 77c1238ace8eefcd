import { Program, type Provider } from '@coral-xyz/anchor';
import { type Milliseconds, slotTimeOf } from '@linesman/sdk/format';
import {
  type Address,
  fixturesRootsAddress,
  oddsRootsAddress,
  type ProgramAddress,
  scoresRootsAddress,
  signatureInstruction,
  validateFixtureArgs,
  validateFixtureBatchArgs,
  validateStatArgs,
} from '@linesman/sdk/program';
import {
  multiproofPayload,
  oddsPayload,
  type Proof,
  parseCondition,
  parseProof,
  type StatProof,
  statPayload,
  strategyOf,
} from '@linesman/sdk/proof';
import { fromPublicKey, toPublicKey, toTransactionInstruction } from '@linesman/sdk/web3';
import type { PublicKey } from '@solana/web3.js';
import idl from '../../programs/artifacts/oracle.json' with { type: 'json' };
import { method } from './method.js';
import type { Oracle } from './types/oracle.js';

export type OracleProgram = Program<Oracle>;

export const oracleProgram = (provider: Provider): OracleProgram => new Program<Oracle>(idl, provider);

/** The question that the program answers about an answer of the service. */
export interface Question {
  /** A condition on stats, like `k1 - k2 > 0`. Odds and fixtures have none. */
  readonly where?: string;
  /** The oracle's key, for version 4. */
  readonly oracleKey?: Uint8Array;
}

/** Asks the oracle program to validate an answer of the service. A refusal is thrown. */
export async function validate(program: Program<Oracle>, answer: unknown, question: Question = {}): Promise<boolean> {
  const proof = parseProof(answer);
  const call = validation(program, proof, question);
  if (!isSigned(proof)) return call.view();
  // Validating a signed answer changes the wallet's credits, and `view` does not allow that. A simulation returns the
  // result too.
  const { raw } = await call.simulate();
  await call.rpc();
  const prefix = `Program return: ${program.programId.toBase58()} `;
  const returned = raw.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  return Buffer.from(returned ?? '', 'base64')[0] === 1;
}

const isSigned = (proof: Proof) => (proof.kind === 'stat' || proof.kind === 'odds') && proof.version === 4;

/** The call, ready for `view()`, `rpc()` or `instruction()`. */
export function validation(program: Program<Oracle>, proof: Proof, question: Question) {
  const at = (address: (epochDay: number, oracle: Address) => ProgramAddress, time: Milliseconds) =>
    toPublicKey(address(slotTimeOf(time).epochDay, fromPublicKey(program.programId)).address);
  switch (proof.kind) {
    case 'stat': {
      const roots = at(scoresRootsAddress, proof.summary.updateStats.minTimestamp);
      return statValidation(program, proof, question, { dailyScoresMerkleRoots: roots });
    }
    case 'odds': {
      const roots = { dailyOddsMerkleRoots: at(oddsRootsAddress, proof.odds.ts) };
      const payload = oddsPayload(proof);
      if (proof.version !== 4) return method(program, 'validateOdds', payload).accounts(roots);
      return method(program, 'validateOddsV4', { payload })
        .accounts(roots)
        .preInstructions([toTransactionInstruction(signatureInstruction(proof, keyOf(question)))]);
    }
    case 'fixture':
      return method(program, 'validateFixture', validateFixtureArgs(proof)).accounts({
        tenDailyFixturesRoots: at(fixturesRootsAddress, proof.snapshot.ts),
      });
    case 'fixture-batch':
      return method(program, 'validateFixtureBatch', validateFixtureBatchArgs(proof)).accounts({
        tenDailyFixturesRoots: at(fixturesRootsAddress, proof.metadata.overallBatchStartTs),
      });
  }
}

function statValidation(
  program: Program<Oracle>,
  proof: StatProof,
  question: Question,
  roots: { dailyScoresMerkleRoots: PublicKey },
) {
  const keys = proof.leaves.map(({ stat }) => stat.key);
  const strategy = strategyOf(parseCondition(question.where ?? ''), keys);
  switch (proof.version) {
    case 1:
      return method(program, 'validateStat', validateStatArgs(proof, strategy)).accounts(roots);
    case 2:
      return method(program, 'validateStatV2', { payload: statPayload(proof), strategy }).accounts(roots);
    case 3:
      return method(program, 'validateStatV3', { payload: multiproofPayload(proof), strategy }).accounts(roots);
    case 4:
      return (
        method(program, 'validateStatV4', { payload: multiproofPayload(proof), strategy })
          .accounts(roots)
          // The signature goes directly before it.
          .preInstructions([toTransactionInstruction(signatureInstruction(proof, keyOf(question)))])
      );
  }
}

function keyOf({ oracleKey }: Question): Uint8Array {
  if (!oracleKey) throw new Error('an answer of version 4 needs the key of the oracle');
  return oracleKey;
}
