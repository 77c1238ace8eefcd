import { EXIT, json, showTable, type Terminal } from '@linesman/cli';
import { findOracleConfig } from '@linesman/sdk/internal/program/account/findOracleConfig';
import {
  type Address,
  mintOf,
  type OracleConfig,
  type RpcNode,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  type TokenAccount,
  tokenAccountOf,
} from '@linesman/sdk/program';
import { type ProgramFlags, programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { walletOf } from '../walletOf.js';
import { wholeTokens } from '../wholeTokens.js';
import { solText } from './lamports.js';
import type { ShowFlags } from './show.js';

interface Holding {
  readonly mint: Address;
  /** Its role for the oracle of the deployment; `null` for any other token. */
  readonly name: 'stablecoin' | 'service token' | null;
  readonly program: 'SPL Token' | 'Token-2022';
  readonly account: Address;
  /** Whole tokens. */
  readonly balance: string;
  readonly isFrozen: boolean;
}

/** Shows the SOL and all tokens of a wallet. Returns the exit code. */
export async function runShow(flags: ShowFlags, terminal: Terminal): Promise<number> {
  const wallet = walletOf(flags.address, flags).address;
  const chain = openChain(flags);
  const [lamports, tokens] = await Promise.all([chain.lamports(wallet), holdingsOf(chain, wallet, flags)]);
  if (flags.json) terminal.out(json({ wallet, sol: solText(lamports), tokens }));
  else
    showTable(terminal, [
      ['wallet', wallet],
      ['SOL', solText(lamports)],
      ...tokens.map(
        ({ name, mint, program, balance, isFrozen }) =>
          [name ?? 'token', `${balance} of ${mint} (${program}${isFrozen ? ', frozen' : ''})`] as const,
      ),
    ]);
  return EXIT.valid;
}

async function holdingsOf(chain: RpcNode, wallet: Address, flags: ProgramFlags): Promise<Holding[]> {
  const accounts = await ownTokenAccounts(chain, wallet);
  const mints = await chain.accounts(accounts.map(({ mint }) => mint));
  // There is none on a chain without the oracle. The command can show a wallet there too.
  const config = await findOracleConfig(chain, programsOfFlags(flags).oracle);
  return accounts.map(({ address, mint, tokenProgram, amount, isFrozen }, i) => ({
    mint,
    name: nameOf(mint, config),
    program: tokenProgram === TOKEN_2022_PROGRAM_ID ? 'Token-2022' : 'SPL Token',
    account: address,
    balance: wholeTokens(amount, mintOf(mint, tokenProgram, mints[i]?.data ?? new Uint8Array()).decimals),
    isFrozen,
  }));
}

function nameOf(mint: Address, config: OracleConfig | null): Holding['name'] {
  if (config?.stablecoinMint === mint) return 'stablecoin';
  return config?.serviceMint === mint ? 'service token' : null;
}

/** Every token account of the owner, in both token programs. */
async function ownTokenAccounts(chain: Pick<RpcNode, 'tokenAccounts'>, owner: Address): Promise<TokenAccount[]> {
  const found = await Promise.all(
    [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map(async (program) =>
      (await chain.tokenAccounts(owner, program)).flatMap(({ address, data }) => {
        const account = tokenAccountOf(program, data);
        return account === null ? [] : [{ ...account, address }];
      }),
    ),
  );
  return found.flat();
}
