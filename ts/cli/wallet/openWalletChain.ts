import { type Connection, PublicKey, SolanaJSONRPCError } from '@solana/web3.js';
import { fail, NO_FAUCET } from '../../error/index.js';
import type { KeeperChain } from '../../keeper/index.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, type TokenAccount, tokenAccountOf } from '../../program/index.js';
import { askedOf, connectionOf, openChain } from '../customer/openChain.js';

/** Accounts that a node gives at once. */
const MOST_AT_ONCE = 100;

/** A chain as wallets need it. All of it fails with CHAIN_NOT_REACHABLE when there is no answer. */
export interface WalletChain extends KeeperChain {
  /** Every token account of the owner, of both token programs. */
  tokenAccounts(owner: PublicKey): Promise<TokenAccount[]>;
  /** Data of these accounts; `null` where there is none. */
  accounts(addresses: readonly PublicKey[]): Promise<(Uint8Array | null)[]>;
  /** Asks a test chain for lamports; gives the signature. Errors: NO_FAUCET the chain gives none away. */
  airdrop(address: PublicKey, lamports: number): Promise<string>;
  /** What an account with so many bytes has to hold, in lamports. */
  rent(size: number): Promise<number>;
}

/** The chain behind the RPC address of an option. Errors: MALFORMED_URL. */
export function openWalletChain(rpc: string): WalletChain {
  const connection = connectionOf(rpc);
  return {
    ...openChain(rpc),
    tokenAccounts: askedOf(async (owner: PublicKey) => {
      const found = await Promise.all(
        [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map((programId) =>
          connection.getTokenAccountsByOwner(owner, { programId }),
        ),
      );
      return found
        .flatMap(({ value }) => value)
        .flatMap(({ pubkey, account }) => {
          const one = tokenAccountOf(account.owner, account.data);
          return one === null ? [] : [{ ...one, address: pubkey }];
        });
    }),
    accounts: askedOf(async (addresses: readonly PublicKey[]) => {
      const found: (Uint8Array | null)[] = [];
      for (let i = 0; i < addresses.length; i += MOST_AT_ONCE) {
        const some = await connection.getMultipleAccountsInfo(addresses.slice(i, i + MOST_AT_ONCE));
        found.push(...some.map((one) => one?.data ?? null));
      }
      return found;
    }),
    airdrop: askedOf((address: PublicKey, lamports: number) => airdrop(connection, address, lamports)),
    rent: askedOf((size: number) => connection.getMinimumBalanceForRentExemption(size)),
  };
}

async function airdrop(connection: Connection, address: PublicKey, lamports: number): Promise<string> {
  try {
    return await connection.requestAirdrop(new PublicKey(address.toBytes()), lamports);
  } catch (cause) {
    if (!(cause instanceof SolanaJSONRPCError)) throw cause;
    return fail(NO_FAUCET, { problem: 'no airdrop', code: Number(cause.code) });
  }
}
