import { AnchorError as CoreError } from '@anchor-lang/core';
import { AnchorError, type Program } from '@coral-xyz/anchor';
import {
  configAddress,
  LOCALNET_PROGRAM_IDS,
  userValidationStateAccount,
  userValidationStateAddress,
  validateInstructions,
} from '@linesman/sdk/program';
import { parseCondition, parseProof, strategyOf } from '@linesman/sdk/proof';
import { fromPublicKey, fromTransactionInstruction, toPublicKey } from '@linesman/sdk/web3';
import type { BankrunProvider } from 'anchor-bankrun';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, ORACLE_KEY } from '../../examples/anchor/accounts.js';
import { startChain } from '../../examples/anchor/bankrun.js';
import { bet } from '../../examples/anchor/bet.js';
import { startLite } from '../../examples/anchor/litesvm.js';
import { settlementProgram } from '../../examples/anchor/market.js';
import { method } from '../../examples/anchor/method.js';
import type { Oracle } from '../../examples/anchor/types/oracle.js';
import { type OracleProgram, oracleProgram, validate, validation } from '../../examples/anchor/validate.js';

/** Both programs through Anchor's own client, as in `examples/anchor`. */

let provider: BankrunProvider;
let oracle: Program<Oracle>;
beforeAll(async () => {
  provider = await startChain();
  oracle = oracleProgram(provider);
  await oracle.methods.giftValidationCredits(1).accounts({ targetUser: provider.publicKey }).rpc();
});

it('plays a whole bet', async () => {
  const { refusal, state, events, balances } = await bet(provider);
  expect(refusal).toEqual({ code: 'NotFinal', number: 6219 });
  expect(state).toEqual({ final: {} });
  const [finalised, won, lost] = events.map(({ name, data }) => [name, { ...data }] as const);
  expect(finalised).toEqual(['finalised', expect.objectContaining({ outcome: 0, refund: false })]);
  expect(String(finalised?.[1].fee)).toBe('1500000');
  expect(won?.[0]).toBe('claimed');
  expect([won, lost].map((one) => [one?.[1].outcome, String(one?.[1].paid)])).toEqual([
    [0, '98500000'],
    [1, '0'],
  ]);
  expect(balances).toEqual({ ann: 158_500_000n, ben: 40_000_000n, vault: 1_500_000n });
});

/** Every version of every kind of answer, with a condition that holds where one is required. */
const VALIDATIONS = [
  ['two-nil', 1, 'k1 - k2 == 2'],
  ['final-win', 2, 'k1 - k2 > 0'],
  ['final-win-v3', 3, 'k1 - k2 > 0 and k7 + k8 > 9'],
  ['final-win-v4', 4, 'k1 - k2 > 0'],
  ['odds', undefined, undefined],
  ['odds-v4', 4, undefined],
  ['fixture', undefined, undefined],
  ['fixture-batch', undefined, undefined],
] as const;

describe.each(VALIDATIONS)('the validation of %s', (name, version, where) => {
  const proof = parseProof(answer(name));
  const question = { oracleKey: ORACLE_KEY, ...(where && { where }) };

  it('is true', async () => {
    if (version !== undefined) expect(proof).toHaveProperty('version', version);
    expect(await validate(oracle, answer(name), question)).toBe(true);
  });

  it('is the instruction that our encoder writes', async () => {
    const anchors = fromTransactionInstruction(await validation(oracle, proof, question).instruction());
    const keys = proof.kind === 'stat' ? proof.leaves.map(({ stat }) => stat.key) : [];
    const ours = validateInstructions({
      oracle: LOCALNET_PROGRAM_IDS.oracle,
      proof,
      ...(where && { strategy: strategyOf(parseCondition(where), keys) }),
      signedBy: { user: fromPublicKey(provider.publicKey), oracleKey: ORACLE_KEY },
    }).at(-1);
    expect(Buffer.from(anchors.data).toString('hex')).toBe(Buffer.from(ours?.data ?? []).toString('hex'));
    expect(anchors.accounts).toEqual(ours?.accounts);
    expect(anchors.programAddress).toBe(LOCALNET_PROGRAM_IDS.oracle);
  });
});

it.each([
  ['two-nil', 'k1 - k2 == 3'],
  ['final-win', 'k1 - k2 > 2'],
  ['final-win-v3', 'k1 - k2 > 0 and k7 + k8 > 10'],
  ['final-win-v4', 'k1 - k2 > 2'],
])('the validation of %s is false for the condition %s', async (name, where) => {
  expect(await validate(oracle, answer(name), { oracleKey: ORACLE_KEY, where })).toBe(false);
});

it('spends a credit for a signed answer, true or false, and none for the others', async () => {
  const credits = async () => {
    const { address } = userValidationStateAddress(fromPublicKey(provider.publicKey), LOCALNET_PROGRAM_IDS.oracle);
    const account = await provider.connection.getAccountInfo(toPublicKey(address));
    return userValidationStateAccount.decode(account?.data ?? new Uint8Array()).credits;
  };
  const before = await credits();
  await validate(oracle, answer('final-win'), { where: 'k1 - k2 > 0' });
  expect(await credits()).toBe(before);
  await validate(oracle, answer('final-win-v4'), { where: 'k1 - k2 > 5', oracleKey: ORACLE_KEY });
  expect(await credits()).toBe(before - 1);
  await validate(oracle, answer('odds-v4'), { oracleKey: ORACLE_KEY });
  expect(await credits()).toBe(before - 2);
});

it('names the error and number when it refuses an answer', async () => {
  const proof = parseProof(answer('final-win'));
  if (proof.kind !== 'stat') throw new Error('not of stats');
  const [first, ...others] = proof.leaves;
  if (!first) throw new Error('no stats');
  const leaves = [{ ...first, stat: { ...first.stat, value: 9 } }, ...others];
  const refused = await validation(oracle, { ...proof, leaves }, { where: 'k1 - k2 > 0' })
    .rpc()
    .catch((error) => error);
  expect(refused).toBeInstanceOf(AnchorError);
  expect(refused.error.errorCode).toEqual({ code: 'InvalidStatProof', number: 6023 });
});

it('rejects missing arguments', () => {
  const settlement = settlementProgram(provider);
  expect(() => method(settlement, 'settle', { proof: { v2: [{}] }, witness: null })).toThrow('ts is missing');
  expect(() => method(settlement, 'settle', { proof: {}, witness: null })).toThrow('none of v2, v3, v4, compact');
  expect(() => method(settlement, 'settle', {})).toThrow('proof is missing');
});

describe("Anchor's client of version 1 on LiteSVM", () => {
  const { oracle: lite, provider: wallet } = startLite();
  // Both clients have the same methods.
  const same = lite as unknown as OracleProgram;
  beforeAll(async () => {
    await lite.methods.giftValidationCredits(1).accounts({ targetUser: wallet.publicKey }).rpc();
  });

  it.each(VALIDATIONS)('validates %s', async (name, _, where) => {
    expect(await validate(same, answer(name), { oracleKey: ORACLE_KEY, ...(where && { where }) })).toBe(true);
  });

  it('answers false, reads an account, and names the error and number of a refusal', async () => {
    expect(await validate(same, answer('final-win'), { where: 'k1 - k2 > 2' })).toBe(false);
    const config = toPublicKey(configAddress(LOCALNET_PROGRAM_IDS.oracle).address);
    expect((await lite.account.config.fetch(config)).admin.equals(wallet.publicKey)).toBe(true);
    const again = lite.methods.giftValidationCredits(0).accounts({ targetUser: wallet.publicKey });
    const refused = await again.rpc().catch((error) => error);
    expect(refused).toBeInstanceOf(CoreError);
    expect(refused.error.errorCode).toEqual({ code: 'InvalidPackQuantity', number: 6086 });
  });
});
