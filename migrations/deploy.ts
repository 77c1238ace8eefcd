/**
 * Run by `anchor migrate`: sets up the oracle program on the provider's cluster, like `linesman deploy`. Keys are in
 * the folder LINESMAN_KEYS (default `keys`); LINESMAN_ROWS names a file with a price list.
 */
import { runDeploy } from 'linesman-service/commands';

export default async function deploy(provider: {
  readonly connection: { readonly rpcEndpoint: string };
}): Promise<void> {
  const { LINESMAN_KEYS: keys = 'keys', LINESMAN_ROWS: rows } = process.env;
  await runDeploy(
    {
      rpc: provider.connection.rpcEndpoint,
      keys,
      ...(rows !== undefined && { rows }),
      stock: '1000000000000000',
      creditPackPrice: '5000000',
    },
    {
      stdin: process.stdin,
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    },
  );
}
