import { base64 } from '@scure/base';
import { expect, test } from 'vitest';
import { ZERO_ADDRESS } from '../program/address/runtime.js';
import { KeyPair } from '../program/keyPair.js';
import { purchaseInstruction, purchasePrice } from '../program/oracle/purchaseInstruction.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../program/programId.js';
import { compileMessage } from '../program/transaction/message.js';
import { encodeTransaction, signTransaction, unsigned } from '../program/transaction/transaction.js';
import { checkedPurchase } from './purchase.js';

const pair = (n: number): KeyPair => KeyPair.fromSeed(new Uint8Array(32).fill(n));
const [buyer, admin] = [pair(1), pair(2)];
const config = { serviceMint: pair(4).address, stablecoinMint: pair(5).address, backendAdmin: admin.address };
const order = { config, buyer: buyer.address, tokens: 1_000n };
const instruction = purchaseInstruction({ ...order, oracle: programs.oracle });
const message = compileMessage(buyer.address, [instruction], ZERO_ADDRESS, []);
const transactionBase64 = base64.encode(encodeTransaction(signTransaction(unsigned(message), [admin])));

/** A purchase whose simulation ends like this. */
function purchase(simulation: { readonly error: unknown; readonly logs: readonly string[] }) {
  const totalStableCharged = Number(purchasePrice(order.tokens)) / 1e6;
  const client = { account: { quote: async () => ({ transactionBase64, totalStableCharged }) } };
  const chain = { simulate: async () => ({ unitsConsumed: 1, returnData: null, ...simulation }) };
  return checkedPurchase({ ...order, client, chain, programs } as never);
}

test('a purchase that would fail is refused with the error of the program, or with what the node says', async () => {
  expect((await purchase({ error: null, logs: [] })).message).toEqual(message);
  const failed = `Program ${programs.oracle} failed: custom program error: 0x178d`;
  const logs = [`Program ${programs.oracle} invoke [1]`, failed];
  await expect(purchase({ error: {}, logs })).rejects.toMatchObject({ number: 0x178d });
  const busy = { error: 'AccountInUse', logs: [] };
  await expect(purchase(busy)).rejects.toMatchObject({
    number: 7021,
    message: expect.stringContaining('AccountInUse'),
  });
});
