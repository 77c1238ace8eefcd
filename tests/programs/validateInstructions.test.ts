import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalChain } from '../../examples/demo/localChain.js';
import {
  configAddress,
  fixturesRootsAddress,
  KeyPair,
  LOCALNET_PROGRAM_IDS,
  oddsRootsAddress,
  oracleConfigAccount,
  scoresRootsAddress,
  userValidationStateAccount,
  userValidationStateAddress,
  validateInstructions,
  ZERO_ADDRESS,
} from '../../ts/linesman/program/index.js';
import { coveringStrategyOf, parseCondition, parseProof } from '../../ts/linesman/proof/index.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { outcome } from '../helpers/thrown.js';

process.env.RUST_LOG ??= 'off';

const { oracle } = LOCALNET_PROGRAM_IDS;
const USER = KeyPair.fromSeed(new Uint8Array(32).fill(5));
const DAY = 20_833;
const nobody = ZERO_ADDRESS;

let files: AnswerFiles;
let chain: LocalChain;

beforeAll(async () => {
  files = new AnswerFiles();
  chain = await LocalChain.start(USER.address);
  chain.fund(USER.address);
  for (const [kind, { address }] of [
    ['scores', scoresRootsAddress(DAY, oracle)],
    ['odds', oddsRootsAddress(DAY, oracle)],
    ['fixtures', fixturesRootsAddress(DAY, oracle)],
  ] as const)
    chain.put(address, oracle, readFileSync(files.path(`${kind}Roots.bin`)));
  const credits = userValidationStateAddress(USER.address, oracle).address;
  chain.put(credits, oracle, userValidationStateAccount.encode({ owner: USER.address, credits: 100 }));
  const config = configAddress(oracle);
  const data = oracleConfigAccount.encode({
    admin: USER.address,
    pendingAdmin: nobody,
    publisher: nobody,
    backendAdmin: nobody,
    oracleKey: files.oracleKey.publicKey,
    nextOracleKey: new Uint8Array(32),
    serviceMint: nobody,
    stablecoinMint: nobody,
    creditPackPrice: 1n,
    bump: config.bump,
    reserved: new Uint8Array(63),
  });
  chain.put(config.address, oracle, data);
});
afterAll(() => files.remove());

const instructionsOf = (name: string, where?: string) => {
  const proof = parseProof(files.answers[name]);
  const keys = proof.kind === 'stat' ? proof.leaves.map(({ stat }) => stat.key) : [];
  return validateInstructions({
    oracle,
    proof,
    signedBy: { user: USER.address, oracleKey: files.oracleKey.publicKey },
    ...(where !== undefined && { strategy: coveringStrategyOf(parseCondition(where), keys) }),
  });
};

describe('the instructions for an answer', () => {
  it.each([
    ['v1', 'k1 - k2 > 0', 1],
    ['v1', 'k2 - k1 > 0', 0],
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
    const { returnData, size } = await chain.send(instructionsOf(name, where), [USER]);
    expect(returnData).toEqual(new Uint8Array([answer]));
    expect(size).toBeLessThanOrEqual(1232);
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
