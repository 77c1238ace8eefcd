import { ACCOUNT_SIZE, AccountLayout, AccountState, MINT_SIZE, MintLayout } from '@solana/spl-token';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import { associatedTokenAddress, TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import { toPublicKey } from '../../../ts/sdk/web3/convert.js';
import type { TestChain } from './chain.js';

export { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';

/** One extension entry as stored in an account: number and content. */
export type Extension = readonly [type: number, content: Uint8Array];

const NOBODY = toPublicKey(ZERO_ADDRESS);
/** Offset at which both kinds of Token-2022 accounts store their kind; extensions follow. */
const KIND_OFFSET = ACCOUNT_SIZE;

function extended(base: Uint8Array, kind: number, extensions: readonly Extension[]): Uint8Array {
  if (extensions.length === 0) return base;
  const parts = extensions.map(([type, content]) => {
    const entry = Buffer.alloc(4 + content.length);
    entry.writeUInt16LE(type, 0);
    entry.writeUInt16LE(content.length, 2);
    entry.set(content, 4);
    return entry;
  });
  const head = Buffer.alloc(KIND_OFFSET + 1);
  head.set(base);
  head[KIND_OFFSET] = kind;
  return Buffer.concat([head, ...parts]);
}

export interface MintOptions {
  readonly program?: Address;
  readonly extensions?: readonly Extension[];
  readonly freezeAuthority?: Address;
}

/** Puts a mint with 6 decimals on chain. */
export function makeMint(chain: TestChain, options: MintOptions = {}): Address {
  const { program = TOKEN_PROGRAM_ID, extensions = [], freezeAuthority } = options;
  const data = Buffer.alloc(MINT_SIZE);
  MintLayout.encode(
    {
      mintAuthorityOption: 1,
      mintAuthority: toPublicKey(chain.payer.address),
      supply: 2n ** 63n,
      decimals: 6,
      isInitialized: true,
      freezeAuthorityOption: freezeAuthority ? 1 : 0,
      freezeAuthority: freezeAuthority ? toPublicKey(freezeAuthority) : NOBODY,
    },
    data,
  );
  const address = chain.address();
  chain.setAccount(address, program, extended(data, 1, extensions));
  return address;
}

export interface TokenAccountOptions {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount?: bigint;
  readonly program?: Address;
  readonly frozen?: boolean;
  readonly extensions?: readonly Extension[];
  /** Instead of a new address. */
  readonly address?: Address;
}

/** Puts a token account on chain. */
export function makeTokenAccount(chain: TestChain, options: TokenAccountOptions): Address {
  const address = options.address ?? chain.address();
  chain.setAccount(address, options.program ?? TOKEN_PROGRAM_ID, tokenAccountData(options));
  return address;
}

/** A token account's bytes. */
export function tokenAccountData(options: Omit<TokenAccountOptions, 'address' | 'program'>): Uint8Array {
  const { mint, owner, amount = 0n, frozen = false, extensions = [] } = options;
  const data = Buffer.alloc(ACCOUNT_SIZE);
  AccountLayout.encode(
    {
      mint: toPublicKey(mint),
      owner: toPublicKey(owner),
      amount,
      delegateOption: 0,
      delegate: NOBODY,
      state: frozen ? AccountState.Frozen : AccountState.Initialized,
      isNativeOption: 0,
      isNative: 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: 0,
      closeAuthority: NOBODY,
    },
    data,
  );
  return extended(data, 2, extensions);
}

export const ataOf = (owner: Address, mint: Address, program: Address): Address =>
  associatedTokenAddress(mint, owner, program);

/** Base units of a token account; `null` when there is none. */
export async function tokenAmount(chain: TestChain, address: Address): Promise<bigint | null> {
  const account = await chain.account(address);
  if (!account || account.data.length < ACCOUNT_SIZE) return null;
  return AccountLayout.decode(Buffer.from(account.data)).amount;
}
