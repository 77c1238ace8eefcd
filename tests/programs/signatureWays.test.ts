import { Point } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import { signedDigest } from '../../ts/sdk/format/statValidationInput.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ED25519_PROGRAM_ID, INSTRUCTIONS_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { ed25519Instruction } from '../../ts/sdk/program/ed25519Instruction.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { validateStatV4 } from '../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { signatureInstruction } from '../../ts/sdk/program/proof/signatureInstruction.js';
import { signatureVerifier } from '../../ts/sdk/program/proof/signatureVerifier.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
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

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const OWN = [oracle, settlement];
const bank = new LiteBank([ORACLE, SETTLEMENT]);

const instructionOf = ({ key, signature, message }: Case, program = ED25519_PROGRAM_ID) =>
  ed25519Instruction(key, signature, message, program);
const answer = async (...instructions: Instruction[]) => refusal(await bank.send(instructions));

describe('a signature', () => {
  const cases = CASES.filter(
    ({ key, signature, message }) => key.length === 32 && signature.length === 64 && message.length === 32,
  );

  it('is accepted by each of the three programs or by none', async () => {
    expect(cases.length).toBeGreaterThan(2_000);
    bank.acceptUnsigned();
    let accepted = 0;
    for (const one of cases) {
      const byRuntime = (await answer(instructionOf(one))) === null;
      for (const program of OWN) {
        const text = `${program} ${Buffer.from(instructionOf(one).data).toString('hex')}`;
        expect(await answer(instructionOf(one, program)), text).toBe(byRuntime ? null : 6083);
      }
      // Here, too, unless a part of small order is in the key or the nonce point.
      const here = verifierOf(one.key)?.(one.signature, one.message) ?? false;
      const parts = [one.key, one.signature.subarray(0, 32)];
      expect(here).toBe(byRuntime && parts.every((part) => Point.fromBytes(part).isTorsionFree()));
      accepted += byRuntime ? 1 : 0;
    }
    // Also keys and points of mixed order, and not only the good signature.
    expect(accepted).toBeGreaterThan(20);
    expect(accepted).toBeLessThan(200);
  });

  it('stands behind the one header', async () => {
    for (const program of OWN)
      for (let bit = 64; bit < 128; bit++) {
        const { data, ...rest } = instructionOf(GOOD, program);
        const changed = data.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        expect(await answer({ ...rest, data: changed }), `bit ${bit}`).toBe(6101);
      }
  });
});

describe.each([
  ['with the Ed25519 program', undefined, 'runtime', [null, null]],
  ['without the Ed25519 program', 'withoutEd25519', 'program', ['TransactionErrorInvalidProgramForExecution', null]],
] as const)('a chain %s', (_, runtime, verifiedBy, answers) => {
  const { chain, settleable, fullTime } = new World({ others: [ORACLE], ...(runtime && { runtime }) }).each();
  /** Which programs may verify for one of ours, with what it says. */
  const verifiers = (own: Address, other: Address) =>
    [
      [ED25519_PROGRAM_ID, answers[0]],
      [own, answers[1]],
      [other, 6081],
    ] as const;

  it('says which program verifies', async () => {
    expect(await signatureVerifier(chain.bank.chain)).toBe(verifiedBy);
  });

  it('validates a signed proof', async () => {
    const { multi, root, epochDay, slot } = shapedProof({ stat: 1, sub: 1, main: 1, stats: 1 });
    const user = ROLES.user.address;
    chain.bank.fund(user);
    putConfig(chain.bank, { oracleKey: SIGNER });
    const validate = validateStatV4.build(
      oracle,
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
    for (const [verifier, expected] of verifiers(oracle, settlement)) {
      const signature = ed25519Instruction(SIGNER, SIGNER_KEY.sign(digest), digest, verifier);
      expect(refusal(await chain.send([signature, validate], [ROLES.user]))).toBe(expected);
      // The last byte of the nonce point, and the signature of another key.
      const forged = { ...signature, data: signature.data.map((byte, i) => byte ^ (i === 79 ? 1 : 0)) };
      expect(refusal(await chain.send([forged, validate], [ROLES.user]))).not.toBe(null);
      const foreign = ed25519Instruction(OTHER_KEY.publicKey, OTHER_KEY.sign(digest), digest, verifier);
      expect(refusal(await chain.send([foreign, validate], [ROLES.user]))).toBe(expected ?? 6083);
      // A byte more passes the instruction itself.
      const longer = { ...signature, data: joined(signature.data, Uint8Array.of(0)) };
      expect(refusal(await chain.send([longer, validate], [ROLES.user]))).toBe(expected ?? 6101);
    }
  });

  it('settles a market that only signed proofs settle', async () => {
    for (const [verifier, expected] of verifiers(settlement, oracle)) {
      const market = await settleable({ signer: SIGNER, finality: 'signed-final' });
      const proof = inV4(fullTime(final()).v3(KEYS));
      const settle = market.settleInstruction(proof);
      const signature = signatureInstruction(proof, SIGNER, verifier);
      expect(refusal(await chain.send([settle, signature]))).toBe(6080);
      expect(refusal(await chain.send([signature, settle]))).toBe(expected);
    }
    const market = await settleable({ signer: SIGNER, finality: 'signed-final' });
    const proof = inV4(fullTime(final()).v3(KEYS));
    const { terms, address } = market;
    ok(await chain.send(settleInstructions({ programs, market: address, terms, proof, verifiedBy })));
    expect((await market.read()).proposal.outcome).toBe(0);
  });
});
