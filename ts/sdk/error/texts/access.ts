import * as code from '../codes/access.js';
import { clipped, quoted } from '../quoted.js';
import { text } from './text.js';

/** How many hosts of a service a sentence lists. */
const MAX_HOSTS = 5;
/** Limit of a quoted answer, in characters, including the endpoint. */
const LONGEST_ANSWER = 300;

/** Texts of ../codes/access.ts. */
export const ACCESS_TEXTS = {
  [code.REPEATED_WITH_OTHER_LEAGUES]: text(
    'The transaction was activated with other leagues.',
    'Repeat the activation with the same leagues; other leagues need a new purchase.',
    'The transaction {txSig:clipped} was activated with the leagues [{leagues:listed}].',
  ),
  [code.WALLET_BLOCKED]: text(
    'The operator has blocked the wallet.',
    'Ask the operator, who can unblock it with `linesman access allow`.',
    'The operator has blocked the wallet {wallet:text}.',
  ),
  [code.SERVICE_NOT_BOUND]: text(
    'The activation cannot be bound to the service.',
    'Use the address that the operator publishes, or omit the binding if you trust this address.',
    ({ host, hosts }: { readonly host: string; readonly hosts: readonly string[] }) =>
      hosts.length === 0
        ? `${quoted(host)} does not accept activations that contain its name.`
        : `The service calls itself ${hosts.slice(0, MAX_HOSTS).map(quoted).join(', ')}, not ${quoted(host)}.`,
  ),
  [code.TOKEN_NOT_ACCEPTED]: text(
    'The service refuses the API token it has just issued.',
    'Repeat the activation. If that fails too, the service may be an impostor.',
    ({ answer }: { readonly answer: string }) =>
      `The service refuses the API token it has just issued: ${clipped(answer, LONGEST_ANSWER)}`,
  ),
} as const;
