import {
  ACCOUNT_SIZE,
  AccountLayout,
  AccountState,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import type { TestChain } from './chain.js';

export { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID };

/** One extension entry as it lies in an account: number and content. */
export type Extension = readonly [type: number, content: Uint8Array];

const NOBODY = PublicKey.default;
/** Where both kinds of Token-2022 accounts keep their kind; extensions follow. */
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
  readonly program?: PublicKey;
  readonly extensions?: readonly Extension[];
  readonly freezeAuthority?: PublicKey;
}

/** Puts a mint with 6 decimals onto the chain. */
export function makeMint(chain: TestChain, options: MintOptions = {}): PublicKey {
  const { program = TOKEN_PROGRAM_ID, extensions = [], freezeAuthority } = options;
  const data = Buffer.alloc(MINT_SIZE);
  MintLayout.encode(
    {
      mintAuthorityOption: 1,
      mintAuthority: chain.payer.publicKey,
      supply: 2n ** 63n,
      decimals: 6,
      isInitialized: true,
      freezeAuthorityOption: freezeAuthority ? 1 : 0,
      freezeAuthority: freezeAuthority ?? NOBODY,
    },
    data,
  );
  const address = chain.address();
  chain.setAccount(address, program, extended(data, 1, extensions));
  return address;
}

export interface TokenAccountOptions {
  readonly mint: PublicKey;
  readonly owner: PublicKey;
  readonly amount?: bigint;
  readonly program?: PublicKey;
  readonly frozen?: boolean;
  readonly extensions?: readonly Extension[];
  /** Instead of a new address. */
  readonly address?: PublicKey;
}

/** Puts a token account onto the chain. */
export function makeTokenAccount(chain: TestChain, options: TokenAccountOptions): PublicKey {
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
      mint,
      owner,
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

export const ataOf = (owner: PublicKey, mint: PublicKey, program: PublicKey): PublicKey =>
  getAssociatedTokenAddressSync(mint, owner, true, program);

/** Base units of a token account; `null` when there is none. */
export async function tokenAmount(chain: TestChain, address: PublicKey): Promise<bigint | null> {
  const account = await chain.account(address);
  if (!account || account.data.length < ACCOUNT_SIZE) return null;
  return AccountLayout.decode(Buffer.from(account.data)).amount;
}
