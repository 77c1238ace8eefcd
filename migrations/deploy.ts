/**
 * Run by `anchor migrate`: sets up the oracle program on the provider's cluster, like `linesman deploy`. Keys are in
 * the folder LINESMAN_KEYS (default `keys`); LINESMAN_ROWS names a file with a price list.
 */
import { run } from '@linesman/cli';

export default async function deploy(provider: {
  readonly connection: { readonly rpcEndpoint: string };
}): Promise<void> {
  const { LINESMAN_KEYS: keys = 'keys', LINESMAN_ROWS: rows } = process.env;
  const words = [
    '--rpc',
    provider.connection.rpcEndpoint,
    '--keys',
    keys,
    ...(rows === undefined ? [] : ['--rows', rows]),
  ];
  const code = await run(['deploy', ...words], '', {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
  if (code !== 0) throw new Error('the oracle is not deployed');
}
