import {
  type Address,
  type RpcNode,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  type TokenAccount,
  tokenAccountOf,
} from 'linesman/program';

/** Every token account of the owner, in both token programs. */
export async function ownTokenAccounts(chain: Pick<RpcNode, 'tokenAccounts'>, owner: Address): Promise<TokenAccount[]> {
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
