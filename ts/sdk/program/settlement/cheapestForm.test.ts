import { describe, expect, it } from 'vitest';
import { shapedProof } from '../../../../tests/helpers/shapedProof.js';
import { thrown } from '../../../../tests/helpers/thrown.js';
import { slotTimeOf } from '../../format/slotTime.js';
import type { StatProof, StatProofV2, StatProofV3, StatProofV4 } from '../../proof/proof.js';
import { addressOf } from '../address/address.js';
import { scoresRootsAddress } from '../address/oracle.js';
import { INSTRUCTIONS_SYSVAR, ZERO_ADDRESS } from '../address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { compile } from '../transaction/compile.js';
import type { TransactionVersion } from '../transaction/compileFor.js';
import { compileMessage, type LookupTable } from '../transaction/message.js';
import { transactionSize } from '../transaction/size.js';
import { bufferedSettleTransactions } from './bufferedSettleTransactions.js';
import { cheapestForm, type FormChoice } from './cheapestForm.js';
import { settle } from './instructions.js';
import { settleArgs } from './settleInstructions.js';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const MARKET = key(2);
const TERMS = { oracleProgram: LOCALNET_PROGRAM_IDS.oracle, signer: new Uint8Array(32).fill(5), attesters: null };

const of = (stat: number, sub: number, main: number, stats: number): { v2: StatProofV2; v3: StatProofV3 } => {
  const { single, multi } = shapedProof({ stat, sub, main, stats });
  const { ts, fixtureSummary: summary, fixtureProof, mainTreeProof, eventStatRoot } = single;
  const head = { kind: 'stat' as const, ts, summary, fixtureProof, mainTreeProof, eventStatRoot };
  const { leaves, multiproofHashes, leafIndices } = multi;
  return {
    v2: { ...head, version: 2, leaves: single.stats },
    v3: { ...head, version: 3, leaves, multiproofHashes, leafIndices },
  };
};

const table = (proof: StatProof): LookupTable => ({
  address: key(9),
  addresses: [
    MARKET,
    scoresRootsAddress(slotTimeOf(proof.summary.updateStats.minTimestamp).epochDay, TERMS.oracleProgram).address,
    INSTRUCTIONS_SYSVAR,
  ],
});

const choose = (
  proof: StatProof,
  withTable = false,
  microLamportsPerUnit = 0n,
  version: TransactionVersion = 0,
): FormChoice =>
  cheapestForm({
    version,
    programs: LOCALNET_PROGRAM_IDS,
    market: MARKET,
    terms: TERMS,
    payer: key(1),
    proof,
    microLamportsPerUnit,
    ...(withTable && { lookupTables: [table(proof)] }),
  });

/** The sequence of chosen forms as the main tree grows, without repetitions. */
function formsByDepth(shallow: StatProofV3 | StatProofV4): string[] {
  const forms = new Set<string>();
  const [sibling] = shallow.mainTreeProof;
  if (!sibling) throw new Error('no sibling');
  for (let main = 1; main <= 32; main++) {
    const choice = choose({ ...shallow, mainTreeProof: Array.from({ length: main }, () => sibling) }, true);
    if (choice.form === 'buffer') forms.add('buffer');
    else {
      forms.add(choice.lookupTables.length > 0 ? `${choice.form} with table` : choice.form);
      expect(choice.bytes).toBeLessThanOrEqual(1232);
    }
  }
  return [...forms];
}

describe('cheapestForm', () => {
  it('chooses the form that costs least of those that fit', () => {
    const { v2, v3 } = of(5, 1, 1, 1);
    // Two paths to follow cost more than one multiproof.
    expect(choose(of(5, 1, 1, 2).v2).form).toBe('compact');
    expect(choose(v3).form).toBe('v3');
    expect(choose(v2).form).toBe('v2');
    expect(
      choose(v2)
        .candidates.map(({ form, reason }) => `${form}: ${reason}`)
        .slice(0, 2),
    ).toEqual([
      'v2: Taken: the fewest compute units of what fits.',
      'compact: Fits, but costs more compute units than v2.',
    ]);
    const { candidates } = choose(v3, true);
    expect(candidates.map(({ form, lookupTable, fits, reason }) => [form, lookupTable, fits, reason])).toEqual([
      ['v3', false, true, 'Taken: the fewest compute units of what fits.'],
      ['compact', false, true, 'Fits, but costs more compute units than v3.'],
      ['v3', true, true, 'Fits, but costs a lookup table to load.'],
      ['compact', true, true, 'Fits, but costs more compute units than v3 and a lookup table to load.'],
      ['buffer', false, true, 'Not needed: it takes several transactions, and rent until the buffer is closed.'],
    ]);
  });

  it('without a compact form, chooses the full form, then a lookup table, then a buffer', () => {
    const { v3 } = of(6, 6, 1, 2);
    // The signature covers the full form.
    const v4 = { ...v3, version: 4 as const, signature: new Uint8Array(64) };
    const forms = formsByDepth(v4);
    expect(forms).toEqual(['v4', 'v4 with table', 'buffer']);
    const { candidates, form } = choose(v4);
    expect([form, candidates[0]?.bytes, candidates[0]?.reason]).toEqual([
      'v4',
      null,
      'The proof has no compact encoding: its signature covers the full encoding.',
    ]);
    expect(candidates[1]?.reason).toBe('Taken: the fewest compute units of what fits.');
  });

  it('when the full form no longer fits, chooses the compact form, a lookup table, then a buffer', () => {
    expect(formsByDepth(of(6, 6, 1, 2).v3)).toEqual(['v3', 'compact', 'compact with table', 'buffer']);
  });

  it('counts the bytes of the final transaction', () => {
    const { v3 } = of(6, 6, 1, 2);
    for (const fee of [0n, 5n]) {
      const choice = choose(v3, false, fee);
      if (choice.form === 'buffer') throw new Error('it fits');
      const bare = compile(key(1), choice.instructions, ZERO_ADDRESS).size;
      // The address of the compute budget program, and 3 bytes for each instruction besides its 5 or 9 bytes of data.
      expect(choice.bytes - bare).toBe(32 + (3 + 5) + (fee > 0n ? 3 + 9 : 0));
    }
  });

  it('with version 1, takes one transaction for what would need a table or a buffer', () => {
    const { v3 } = of(6, 6, 1, 2);
    const [sibling] = v3.mainTreeProof;
    if (!sibling) throw new Error('no sibling');
    const deep = { ...v3, version: 4 as const, signature: new Uint8Array(64) };
    const proof = { ...deep, mainTreeProof: Array.from({ length: 32 }, () => sibling) };
    expect(choose(proof, true).form).toBe('buffer');
    const choice = choose(proof, true, 5n, 1);
    if (choice.form === 'buffer') throw new Error('it fits');
    expect([choice.form, choice.lookupTables]).toEqual(['v4', []]);
    expect(choice.candidates.map(({ form, lookupTable, limit }) => [form, lookupTable, limit])).toEqual([
      ['compact', false, 4_096],
      ['v4', false, 4_096],
      ['buffer', false, 10_000],
    ]);
    const config = { computeUnitLimit: 1, loadedAccountsDataSizeLimit: 1, priorityFeeLamports: 1n };
    const message = compileMessage(key(1), choice.instructions, ZERO_ADDRESS, config);
    expect(choice.bytes).toBe(transactionSize(message));
    expect(choice.bytes).toBeGreaterThan(1_232);
  });

  it('puts the arguments into a buffer in their smallest form', () => {
    const { v2: short } = of(6, 6, 1, 5);
    const [node] = short.mainTreeProof;
    if (!node) throw new Error('a node');
    const v2 = { ...short, mainTreeProof: Array.from({ length: 30 }, () => node) };
    const choice = choose(v2);
    if (choice.form !== 'buffer') throw new Error('it fits a transaction');
    const whole = settle.encode(settleArgs({ proof: v2, form: 'compact' }));
    expect([choice.held, choice.content]).toEqual(['compact', whole.subarray(8)]);
    // The upload has the same content.
    const terms = { programs: LOCALNET_PROGRAM_IDS, market: MARKET, terms: TERMS };
    const sent = bufferedSettleTransactions({ ...terms, proof: v2, form: choice.held, owner: key(1), id: 0n });
    expect(sent.content).toEqual(choice.content);
    const [compact, full, buffer] = choice.candidates;
    expect([full?.fits, compact?.fits, buffer?.fits]).toEqual([false, false, true]);
    expect(full?.reason).toBe(`${(full?.bytes ?? 0) - 1232} bytes more than the 1232 that fit.`);
  });

  it('says why there is no compact form', () => {
    const { v2 } = of(6, 6, 7, 4);
    const [first] = v2.leaves;
    if (!first) throw new Error('a leaf');
    const repeated = { ...v2, leaves: [first, first, first, first] };
    const choice = choose(repeated);
    if (choice.form !== 'buffer') throw new Error('it fits a transaction');
    expect(choice.held).toBe('full');
    expect(choice.candidates[0]).toMatchObject({ form: 'compact', bytes: null, fits: false });
    expect(choice.candidates[0]?.reason).toMatch(/repeat/);
  });

  it('refuses a proof that not even a buffer can hold, with all sizes (7008)', () => {
    const { v2 } = of(5, 1, 1, 1);
    const [node] = v2.mainTreeProof;
    if (!node) throw new Error('a node');
    const error = thrown(() => choose({ ...v2, mainTreeProof: Array.from({ length: 400 }, () => node) }));
    expect(error.number).toBe(7008);
    expect(error.context.candidates).toHaveLength(3);
  });
});
