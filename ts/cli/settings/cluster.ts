import { fail, MALFORMED_URL, terminalText } from '@linesman/sdk/error';
import { HIDDEN, hideSecrets } from '@linesman/sdk/internal/node/hideSecrets';
import type { Parser } from '../option/row.js';

/** The clusters that can be named instead of an RPC address. */
export const CLUSTERS = {
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
  'mainnet-beta': 'https://api.mainnet-beta.solana.com',
  localnet: 'http://127.0.0.1:8899',
} as const;

const NAMES = Object.keys(CLUSTERS) as (keyof typeof CLUSTERS)[];

/** The RPC address of an option, or of the cluster that it names. Errors: MALFORMED_URL, which does not repeat it. */
export const parseRpcUrl: Parser<string> = Object.assign(
  (text: string, option: string): string => {
    const name = NAMES.find((known) => known === text);
    if (name) return CLUSTERS[name];
    if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
    return fail(MALFORMED_URL, { option, schemes: ['http', 'https'], names: NAMES });
  },
  { choices: NAMES },
);

/** A readable cluster: its name, if any, and its address without a possible access key. */
export function clusterText(rpc: string): string {
  const name = NAMES.find((known) => CLUSTERS[known] === rpc);
  return name ? `${name} (${rpc})` : shownAddress(rpc);
}

/** An address reduced to its scheme and host: the rest may be an access key. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return terminalText(hideSecrets(address));
  const { protocol, host, username, password, pathname, search } = new URL(address);
  const before = username === '' && password === '' ? '' : `${HIDDEN}@`;
  const behind = pathname.length <= 1 && search === '' ? '' : `/${HIDDEN}`;
  return `${protocol}//${before}${host}${behind}`;
}
