import { encodeMessage, type Transaction } from '@linesman/sdk/program';
import type { LiteSVM } from 'litesvm';
import type { PlacedAccount } from './engine.js';

type LiteAccount = Parameters<LiteSVM['setAccount']>[0];
type LiteTransaction = Parameters<LiteSVM['sendTransaction']>[0];

/** An account in litesvm's form. The types of its library are branded, but its values are like ours. */
export const liteAccount = ({ address, owner, data }: PlacedAccount, lamports: number): LiteAccount =>
  ({
    address,
    programAddress: owner,
    data,
    executable: false,
    lamports: BigInt(lamports),
    space: BigInt(data.length),
  }) as unknown as LiteAccount;

/** A transaction in litesvm's form: message bytes, and signatures by address. */
export const liteTransaction = ({ message, signatures }: Transaction): LiteTransaction =>
  ({
    messageBytes: encodeMessage(message),
    signatures: Object.fromEntries(signatures.map((signature, i) => [message.accounts[i], signature])),
  }) as unknown as LiteTransaction;
