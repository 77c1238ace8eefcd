import { Point } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import { signedDigest } from '../../ts/sdk/format/statValidationInput.js';
import { INSTRUCTIONS_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { ed25519Instruction } from '../../ts/sdk/program/ed25519Instruction.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { validateStatV4, verifySignature } from '../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { signatureInstruction } from '../../ts/sdk/program/proof/signatureInstruction.js';
import { inProgram, signatureVerifier } from '../../ts/sdk/program/proof/signatureVerifier.js';
import { verifySigner } from '../../ts/sdk/program/settlement/instructions.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
import { compileMessage } from '../../ts/sdk/program/transaction/message.js';
import { unsigned } from '../../ts/sdk/program/transaction/transaction.js';
import { verifierOf } from '../../ts/sdk/proof/ed25519.js';
import { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, ORACLE, putConfig, putCredits, putScoresRoot, ROLES } from '../helpers/oracleBank.js';
import { ok, refusal, SETTLEMENT } from '../helpers/settlement/chain.js';
import { inV4, OTHER_KEY, SIGNER, SIGNER_KEY } from '../helpers/settlement/signed.js';
import { everyStatAbove, shapedProof } from '../helpers/shapedProof.js';
import { CASES, type Case, GOOD, joined } from '../helpers/signatureCases.js';
import { final, KEYS, World } from '../helpers/world/world.js';

/**
 * Two programs may verify the oracle's signature: Solana's Ed25519 program, and the one that takes the proof. What one
 * accepts, the other does.
 */

const programs = LOCALNET_PROGRAM_IDS;
const OWN = ['oracle', 'settlement'] as const;
const VERIFIERS = { oracle: verifySignature, settlement: verifySigner };
const byOwn = (byRuntime: Instruction, kind: (typeof OWN)[number]) =>
  inProgram(byRuntime, VERIFIERS[kind], programs[kind]);
const bank = new LiteBank([ORACLE, SETTLEMENT]);

const instructionOf = ({ key, signature, message }: Case) => ed25519Instruction(key, signature, message);
/** What the runtime says of an instruction of a program that does not exist: InvalidProgramForExecution. */
const NO_PROGRAM = '12';

describe('a signature', () => {
  const whole = CASES.filter(
    ({ key, signature, message }) => key.length === 32 && signature.length === 64 && message.length === 32,
  );
  // The last thousand are the good signature with a bit flipped: every fifteenth of these, and itself.
  const cases = whole.filter((one, i) => i < whole.length - 1_025 || i % 15 === 0 || one === GOOD);
  const payer = ROLES.user.address;
  const answer = async (instruction: Instruction) =>
    refusal(await bank.simulate(unsigned(compileMessage(payer, [instruction], await bank.latestBlockhash()))));

  it('is accepted by each of the three programs or by none', async () => {
    expect(cases.length).toBeGreaterThan(1_000);
    bank.fund(payer);
    let accepted = 0;
    for (const one of cases) {
      const byRuntime = (await answer(instructionOf(one))) === null;
      for (const own of OWN) {
        const text = `${own} ${Buffer.from(instructionOf(one).data).toString('hex')}`;
        expect(await answer(byOwn(instructionOf(one), own)), text).toBe(byRuntime ? null : 6083);
      }
      // Here, too, unless a part of small order is in the key or the nonce point.
      const here = verifierOf(one.key)?.(one.signature, one.message) ?? false;
      const parts = [one.key, one.signature.subarray(0, 32)];
      expect(here).toBe(byRuntime && parts.every((part) => Point.fromBytes(part).isTorsionFree()));
      accepted += byRuntime ? 1 : 0;
    }
    // Also keys and points of mixed order, and not only the good signature.
    expect(accepted).toBe(18);
  });
});

describe.each([
  ['with the Ed25519 program', undefined, 'runtime', [null, null]],
  ['without the Ed25519 program', 'withoutEd25519', 'program', [NO_PROGRAM, null]],
] as const)('a chain %s', (_, runtime, verifiedBy, answers) => {
  const { chain, settleable, fullTime } = new World({ others: [ORACLE], ...(runtime && { runtime }) }).each();
  /** The signature verified by each program, with what a program of ours says that takes the proof. */
  const verifications = (byRuntime: Instruction, kind: 'oracle' | 'settlement') => {
    const other = kind === 'oracle' ? 'settlement' : 'oracle';
    return [
      [byRuntime, answers[0]],
      [byOwn(byRuntime, kind), answers[1]],
      [byOwn(byRuntime, other), 6081],
    ] as const;
  };

  it('says which program verifies', async () => {
    expect(await signatureVerifier(chain.bank.chain)).toBe(verifiedBy);
  });

  it('validates a signed proof', async () => {
    const { multi, root, epochDay, slot } = shapedProof({ stat: 1, sub: 1, main: 1, stats: 1 });
    const user = ROLES.user.address;
    chain.bank.fund(user);
    putConfig(chain.bank, { oracleKey: SIGNER });
    const validate = validateStatV4.build(
      programs.oracle,
      {
        user,
        userValidationState: putCredits(chain.bank, user, 100),
        instructionsSysvar: INSTRUCTIONS_SYSVAR,
        dailyScoresMerkleRoots: putScoresRoot(chain.bank, epochDay, slot, root),
        config: CONFIG.address,
      },
      { payload: multi, strategy: everyStatAbove(1, 1) },
    );
    const digest = signedDigest(multi);
    const signatures = verifications(ed25519Instruction(SIGNER, SIGNER_KEY.sign(digest), digest), 'oracle');
    const foreign = verifications(ed25519Instruction(OTHER_KEY.publicKey, OTHER_KEY.sign(digest), digest), 'oracle');
    for (const [i, [signature, expected]] of signatures.entries()) {
      const sent = async (first: Instruction, ...more: Instruction[]) =>
        refusal(await chain.send([first, validate, ...more], [ROLES.user]));
      expect(await sent(signature)).toBe(expected);
      // The 33rd byte from the end belongs to the signature.
      const at = signature.data.length - 33;
      const forged = { ...signature, data: signature.data.map((byte, place) => byte ^ (place === at ? 1 : 0)) };
      expect(await sent(forged)).not.toBe(null);
      expect(await sent((foreign[i] ?? signatures[i])?.[0] as Instruction)).toBe(expected ?? 6083);
      // A byte more passes the instruction itself.
      expect(await sent({ ...signature, data: joined(signature.data, Uint8Array.of(0)) })).toBe(expected ?? 6101);
      // Each call needs its own.
      expect(await sent(signature, validate)).toBe(expected ?? 6081);
    }
  });

  it('settles a market that only signed proofs settle', async () => {
    for (const i of [0, 1, 2]) {
      const market = await settleable({ signer: SIGNER, finality: 'signed-final' });
      const proof = inV4(fullTime(final()).v3(KEYS));
      const settle = market.settleInstruction(proof);
      const [signature, expected] = verifications(signatureInstruction(proof, SIGNER), 'settlement')[i] ?? [];
      if (!signature) throw new Error('three were expected');
      expect(refusal(await chain.send([settle, signature]))).toBe(i === 0 && expected !== null ? expected : 6080);
      expect(refusal(await chain.send([signature, settle]))).toBe(expected);
    }
    const market = await settleable({ signer: SIGNER, finality: 'signed-final' });
    const proof = inV4(fullTime(final()).v3(KEYS));
    const { terms, address } = market;
    ok(
      await chain.send(
        settleInstructions({ programs: LOCALNET_PROGRAM_IDS, market: address, terms, proof, verifiedBy }),
      ),
    );
    expect((await market.read()).proposal.outcome).toBe(0);
  });
});
