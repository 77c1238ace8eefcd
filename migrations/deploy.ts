/**
 * What `anchor migrate` runs: makes the oracle program ready on the cluster of the provider, as `linesman deploy` does. Keys are in the folder
 * LINESMAN_KEYS, `keys` when it is not set; LINESMAN_ROWS names a file with a price list.
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
