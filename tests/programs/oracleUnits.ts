import { type Root, rootOf } from '../../ts/sdk/format/hash.js';
import { fixturesTimeOf, MS_PER_DAY, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { attestationAddress } from '../../ts/sdk/program/address/oracle.js';
import { ed25519Instruction } from '../../ts/sdk/program/ed25519Instruction.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import {
  attestInstruction,
  closeAttestationInstruction,
  createAttesterSetInstruction,
} from '../../ts/sdk/program/oracle/attesterInstructions.js';
import {
  insertBatchRootInstruction,
  insertFixturesRootInstruction,
  insertScoresRootInstruction,
} from '../../ts/sdk/program/oracle/insertRootInstructions.js';
import { verifySignature } from '../../ts/sdk/program/oracle/instructions.js';
import { inProgram } from '../../ts/sdk/program/proof/signatureVerifier.js';
import { ATTESTERS, putAttesters } from '../helpers/attesters.js';
import { ORACLE, putConfig, ROLES, startOracle } from '../helpers/oracleBank.js';
import { ok, ownUnits } from '../helpers/settlement/chain.js';
import { SIGNER, SIGNER_KEY } from '../helpers/settlement/signed.js';
import type { SettlementUnits } from './settlementUnits.js';

const DAY = 20_840;
const LATE_AFTER = 21_600;
const DIGEST = new Uint8Array(32).fill(9);
const oracle = ORACLE.programId;
const publisher = ROLES.publisher.address;
const rootAt = (slot: number): Root => rootOf(new Uint8Array(32).fill(1 + slot));

/** The costs of the instructions of the oracle program that publish roots and vouch for them. */
export async function oracleUnits(program = ORACLE): Promise<SettlementUnits[]> {
  const bank = await startOracle(program);
  const rows: SettlementUnits[] = [];
  const measure = async (name: string, instruction: Instruction, signers: readonly KeyPair[]): Promise<void> => {
    const outcome = ok(await bank.send([instruction], signers));
    const own = ownUnits(outcome);
    rows.push({ name, own, called: outcome.computeUnits - own });
  };

  const verify = inProgram(ed25519Instruction(SIGNER, SIGNER_KEY.sign(DIGEST), DIGEST), verifySignature, oracle);
  await measure('verify_signature', verify, []);

  putConfig(bank);
  // After the last slot of the day and the first hours of the window, within the bound.
  await bank.setTime((DAY + 1) * 86_400 + 60);
  const timeOf = (slot: number) => slotTimeOf(DAY * MS_PER_DAY + slot * 300_000);
  const hourOf = (index: number) => fixturesTimeOf(DAY * MS_PER_DAY + index * 3_600_000);
  const scores = (slot: number) => insertScoresRootInstruction(oracle, publisher, timeOf(slot), rootAt(slot));
  const odds = (slot: number) => insertBatchRootInstruction(oracle, publisher, timeOf(slot), rootAt(slot));
  const hours = (index: number) => insertFixturesRootInstruction(oracle, publisher, hourOf(index), rootAt(index));
  for (const [name, insert] of [
    ['insert_scores_root', scores],
    ['insert_batch_root', odds],
    ['insert_fixtures_root', hours],
  ] as const) {
    const last = insert === hours ? 23 : 287;
    putConfig(bank);
    await measure(`${name}, first`, insert(0), [ROLES.publisher]);
    await measure(`${name}, another`, insert(1), [ROLES.publisher]);
    putConfig(bank, { lateAfter: LATE_AFTER });
    await measure(`${name}, another with a bound`, insert(last), [ROLES.publisher]);
  }
  const signed = insertScoresRootInstruction(oracle, publisher, timeOf(2), rootAt(2), ROLES.admin.address);
  await measure('insert_scores_root, late', signed, [ROLES.publisher, ROLES.admin]);

  const creator = ROLES.user;
  for (const count of [1, 16]) {
    const keys = ATTESTERS.slice(0, count).map(({ address }) => address);
    const create = createAttesterSetInstruction(oracle, creator.address, BigInt(count), keys);
    await measure(`create_attester_set, ${count} key${count === 1 ? '' : 's'}`, create, [creator]);
  }
  const [first, last] = [ATTESTERS[0], ATTESTERS[15]] as [KeyPair, KeyPair];
  const { address: set } = putAttesters(bank, ATTESTERS.slice(0, 16), creator.address, 16n);
  putConfig(bank);
  for (let slot = 2; slot < 24; slot++) if (slot > 2) ok(await bank.send([scores(slot)], [ROLES.publisher]));
  const attest = (by: KeyPair, slots: readonly number[]) =>
    attestInstruction({
      oracle,
      attester: by.address,
      set,
      kind: 'scores',
      epochDay: DAY,
      entries: slots.map((slot) => ({ slot, root: rootAt(slot) })),
    });
  await measure('attest, first', attest(first, [0]), [first]);
  await measure('attest, another', attest(last, [0]), [last]);
  await measure('attest, 24 roots', attest(last, [...Array(24).keys()]), [last]);
  await bank.setTime((DAY + 402) * 86_400);
  const { address } = attestationAddress(set, 'scores', DAY, oracle);
  await measure('close_attestation', closeAttestationInstruction(oracle, first.address, address), [first]);
  return rows;
}
