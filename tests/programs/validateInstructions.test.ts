import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_ONE_COMPARISON } from '../../ts/sdk/error/codes/arguments.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { SignatureVerifier } from '../../ts/sdk/program/proof/signatureVerifier.js';
import { validateInstructions } from '../../ts/sdk/program/proof/validateInstructions.js';
import { buildTransaction } from '../../ts/sdk/program/transaction/build.js';
import { signTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { coveringStrategyOf, parseCondition } from '../../ts/sdk/proof/condition.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import type { Proof, StatProofV1 } from '../../ts/sdk/proof/proof.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { putConfig, putCredits, ROLES, startOracle } from '../helpers/oracleBank.js';
import { outcome } from '../helpers/thrown.js';

const { oracle } = LOCALNET_PROGRAM_IDS;
const USER = ROLES.user;
const DAY = 20_833;

const files = new AnswerFiles();
let bank: LiteBank;

beforeAll(async () => {
  bank = await startOracle();
  for (const [kind, { address }] of [
    ['scores', scoresRootsAddress(DAY, oracle)],
    ['odds', oddsRootsAddress(DAY, oracle)],
    ['fixtures', fixturesRootsAddress(DAY, oracle)],
  ] as const)
    bank.put(address, oracle, readFileSync(files.path(`${kind}Roots.bin`)));
  putCredits(bank, USER.address, 100);
  putConfig(bank, { oracleKey: files.oracleKey.publicKey });
});

/** An answer of the first version about both teams, and what it says of the first one alone. */
const proofNamed = (name: string): Proof => {
  if (name !== 'v1, one stat') return parseProof(files.answers[name]);
  const { secondEventStatRoot: _, ...proof } = parseProof(files.answers.v1) as StatProofV1;
  return { ...proof, leaves: proof.leaves.slice(0, 1) };
};

const instructionsOf = (name: string, where?: string, verifiedBy: SignatureVerifier = 'runtime') => {
  const proof = proofNamed(name);
  const keys = proof.kind === 'stat' ? proof.leaves.map(({ stat }) => stat.key) : [];
  return validateInstructions({
    oracle,
    proof,
    signedBy: { user: USER.address, oracleKey: files.oracleKey.publicKey, verifiedBy },
    ...(where !== undefined && { strategy: coveringStrategyOf(parseCondition(where), keys) }),
  });
};

describe('the instructions for an answer', () => {
  it.each([
    ['v1', 'k1 - k2 > 0', 1],
    ['v1', 'k2 - k1 > 0', 0],
    ['v1, one stat', 'k1 > 1', 1],
    ['v1, one stat', 'k1 > 2', 0],
    ['v2', 'k1 - k2 > 0', 1],
    ['v2', 'k1 > 0 and k2 > 1', 0],
    ['v3', 'k1 - k2 > 0 and k7 == 5', 1],
    ['v4', 'distance(k1:2, k2:2) == 1', 1],
    ['v4', 'distance(k1:2, k2:2) < 1', 0],
    ['cards', 'k3 == 0 and k4 == 0', 1],
    ['odds', undefined, 1],
    ['oddsV4', undefined, 1],
    ['fixture', undefined, 1],
    ['fixtureBatch', undefined, 1],
  ])('make the program answer %s, %s with %i', async (name, where, answer) => {
    const { transaction, size } = await buildTransaction({
      chain: bank.chain,
      programs: LOCALNET_PROGRAM_IDS,
      payer: USER.address,
      instructions: instructionsOf(name, where),
    });
    const { failure, returned } = await bank.submit(signTransaction(transaction, [USER]));
    expect([failure, returned]).toEqual([null, new Uint8Array([answer])]);
    expect(size).toBeLessThanOrEqual(1232);
  });

  it.each([
    ['v4', 'k1 - k2 > 0'],
    ['oddsV4', undefined],
  ])('may have the program itself verify the signature of %s', async (name, where) => {
    const instructions = instructionsOf(name, where, 'program');
    expect(instructions.map(({ programAddress }) => programAddress)).toEqual([oracle, oracle]);
    expect(instructions.slice(1)).toEqual(instructionsOf(name, where).slice(1));
    const { failure, returned } = await bank.send(instructions, [USER]);
    expect([failure, returned]).toEqual([null, new Uint8Array([1])]);
  });

  it('of the first version take one comparison, of every stat', () => {
    for (const where of ['k1 > 0 and k2 > 0', 'distance(k1:2, k2:2) < 1'])
      expect(outcome(() => instructionsOf('v1', where))).toBe(NOT_ONE_COMPARISON);
    const strategy = coveringStrategyOf(parseCondition('k1 > 0'), [1]);
    expect(outcome(() => validateInstructions({ oracle, proof: proofNamed('v1'), strategy }))).toBe(NOT_ONE_COMPARISON);
  });

  it('require a condition for stats and accept none for records', () => {
    expect(outcome(() => instructionsOf('v2'))).toBe(7263);
    const proof = parseProof(files.answers.odds);
    const strategy = coveringStrategyOf(parseCondition('k1 > 0'), [1]);
    expect(outcome(() => validateInstructions({ oracle, proof, strategy }))).toBe(7016);
  });

  it('for a signed answer require the user and the key', () => {
    for (const name of ['v4', 'oddsV4']) {
      const proof = parseProof(files.answers[name]);
      const strategy = name === 'v4' ? { strategy: coveringStrategyOf(parseCondition('k1 - k2 > 0'), [1, 2]) } : {};
      expect(outcome(() => validateInstructions({ oracle, proof, ...strategy }))).toBe(7264);
    }
  });
});
