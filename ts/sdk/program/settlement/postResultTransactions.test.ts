import { describe, expect, it } from 'vitest';
import { key, TERMS } from '../../../../tests/helpers/sampleMarket.js';
import { FINAL, proofOf } from '../../../../tests/helpers/sampleSlot.js';
import { shapedProof } from '../../../../tests/helpers/shapedProof.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { sha256 } from '../../format/sha256.js';
import { slotTimeOf } from '../../format/slotTime.js';
import { proveCompact } from '../../proof/compact.js';
import type { StatProofV2, StatProofV3 } from '../../proof/proof.js';
import { scoresRootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../address/runtime.js';
import { bufferAddress, resultAddress } from '../address/settlement.js';
import { decode, option, struct } from '../borsh/codec.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../programId.js';
import { budgetInstructions } from '../transaction/budget.js';
import { compile } from '../transaction/compile.js';
import { statLeaf } from '../wire/hashedTypes.js';
import { resultProof } from '../wire/resultProof.js';
import { resultBufferContent } from './bufferContent.js';
import { bufferCreate, bufferWrite, postResult, postResultFromBuffer } from './instructions.js';
import { postResultArgs, postResultInstruction } from './postResultInstruction.js';
import { postResultTransactions } from './postResultTransactions.js';

const PAYER = key(1);
const SUBJECT = {
  oracleProgram: TERMS.oracleProgram,
  fixtureId: TERMS.fixtureId,
  sport: 'soccer',
  finality: 'finalised',
  attesters: null,
} as const;
const about = { fixtureId: SUBJECT.fixtureId, sport: 'soccer', finality: 'finalised', attesters: null };
const post = (proof: StatProofV2 | StatProofV3, more: object = {}) =>
  postResultTransactions({ programs, payer: PAYER, subject: SUBJECT, proof, bufferId: 5n, ...more });

/** A proof of five stats with this many nodes in the main tree. */
function deep(main: number): StatProofV2 {
  const { single } = shapedProof({ stat: 6, sub: 6, main: 1, stats: 5 });
  const { ts, fixtureSummary: summary, fixtureProof, mainTreeProof, eventStatRoot, stats: leaves } = single;
  const [node] = mainTreeProof;
  if (!node) throw new Error('a node');
  const path = Array.from({ length: main }, () => node);
  return { kind: 'stat', version: 2, ts, summary, fixtureProof, mainTreeProof: path, eventStatRoot, leaves };
}

describe('post_result', () => {
  it('names result, roots and payer', () => {
    const proof = proofOf(3);
    const { accounts, data } = postResultInstruction({ programs, payer: PAYER, subject: SUBJECT, proof });
    const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
    expect(accounts).toEqual([
      { address: PAYER, role: 3 },
      { address: resultAddress(SUBJECT, programs.settlement).address, role: 1 },
      { address: scoresRootsAddress(epochDay, SUBJECT.oracleProgram).address, role: 0 },
      { address: SYSTEM_PROGRAM_ID, role: 0 },
    ]);
    expect(postResult.decode(data)).toMatchObject({ ...about, proof: { kind: 'V3' }, witness: null });
  });

  it.each([
    [1, 'V2'],
    [2, 'V2'],
    [3, 'V3'],
    [4, 'V3'],
  ] as const)('takes version %i as %s: no signature is read', (version, kind) => {
    const proof = version === 1 ? proofOf(1, { ...FINAL, keys: [1, 7] }) : proofOf(version);
    expect(postResultArgs({ subject: SUBJECT, proof }).proof.kind).toBe(kind);
    expect(postResultArgs({ subject: SUBJECT, proof, form: 'compact' }).proof.kind).toBe('Compact');
  });

  it('names the keys beside the compact form, which proves them', () => {
    const proof = proofOf(3);
    const { proof: sent } = postResultArgs({ subject: SUBJECT, proof, form: 'compact' });
    if (sent.kind !== 'Compact') throw new Error('not compact');
    expect(sent.statKeys).toEqual(FINAL.keys);
    const { facts } = proveCompact(sent.proof, { fixtureId: SUBJECT.fixtureId, keys: sent.statKeys, sport: 'soccer' });
    expect(facts.map(({ key: of }) => of)).toEqual(FINAL.keys);
  });

  it('takes the witness beside the full form and into the compact one', () => {
    const proof = proofOf(3, { ...FINAL, keys: [2, 4] });
    const [witness] = proofOf(2, { ...FINAL, keys: [1] }).leaves;
    if (!witness) throw new Error('a leaf');
    expect(postResultArgs({ subject: SUBJECT, proof, witness }).witness).toEqual(witness);
    const compact = postResultArgs({ subject: SUBJECT, proof, witness, form: 'compact' });
    expect(compact).toMatchObject({ witness: null, proof: { proof: { witness: { key: 1 } } } });
  });

  it('is refused for another fixture (6217) and for signed-final (6203)', () => {
    const posting = (change: object) => () =>
      postResultInstruction({
        ...{ programs, payer: PAYER, proof: proofOf(3) },
        subject: { ...SUBJECT, ...change },
      });
    expect(outcome(posting({ fixtureId: 9_000_002 }))).toBe(6217);
    expect(outcome(posting({ finality: 'signed-final' }))).toBe(6203);
  });
});

describe('postResultTransactions', () => {
  it('is one transaction in the compact form, where that fits', () => {
    const { form, transactions } = post(proofOf(3));
    expect([form, transactions.map(({ step }) => step)]).toEqual(['compact', ['post']]);
  });

  it('takes the full form of a proof without a compact one', () => {
    const proof = proofOf(2);
    const [first, second, ...rest] = proof.leaves;
    if (!first || !second) throw new Error('leaves');
    // A proof with several periods does not have a compact form. The program would refuse such a proof, but this test
    // does not check that.
    const other = { ...second, stat: { ...second.stat, period: 4 } };
    expect(post({ ...proof, leaves: [first, other, ...rest] }).form).toBe('full');
  });

  it('else goes through a buffer, and each transaction fits', () => {
    const proof = deep(30);
    const { form, transactions } = post(proof);
    expect(form).toBe('buffer');
    const steps = transactions.map(({ step }) => step);
    expect(steps.filter((step, i) => step !== steps[i - 1])).toEqual(['create', 'write', 'post', 'close']);
    for (const { instructions } of transactions)
      expect(compile(PAYER, [...budgetInstructions(1, 1n), ...instructions], ZERO_ADDRESS).size).toBeLessThan(1233);

    const args = postResultArgs({ subject: SUBJECT, proof, form: 'compact' });
    const content = resultBufferContent(args);
    const [create] = transactions[0]?.instructions ?? [];
    if (!create) throw new Error('no instruction');
    expect(bufferCreate.decode(create.data)).toEqual({ id: 5n, length: content.length, sha256: sha256(content) });
    const written = new Uint8Array(content.length);
    for (const { step, instructions } of transactions)
      for (const { data } of step === 'write' ? instructions : []) {
        const { offset, bytes } = bufferWrite.decode(data);
        written.set(bytes, offset);
      }
    expect(decode(struct({ proof: resultProof, witness: option(statLeaf) }), written)).toEqual({
      proof: args.proof,
      witness: null,
    });
    const [posting] = transactions.find(({ step }) => step === 'post')?.instructions ?? [];
    expect(posting && postResultFromBuffer.decode(posting.data)).toEqual(about);
    expect(posting?.accounts[3]?.address).toBe(bufferAddress(PAYER, 5n, programs.settlement).address);
  });

  it('is one transaction of version 1 where the chain takes it', () => {
    const { form, held, transactions } = post(deep(30), { version: 1 });
    expect([form, held, transactions.map(({ step }) => step)]).toEqual(['compact', null, ['post']]);
  });

  it('leaves out what the buffer holds already', () => {
    const proof = deep(30);
    const content = resultBufferContent(postResultArgs({ subject: SUBJECT, proof, form: 'compact' }));
    const standing = { bump: 255, owner: PAYER, id: 5n, sha256: sha256(content), bytes: content };
    expect(post(proof, { standing }).transactions.map(({ step }) => step)).toEqual(['post', 'close']);
  });

  it('refuses a proof that no buffer holds (6242)', () => {
    expect(outcome(() => post(deep(400)))).toBe(6242);
  });
});
