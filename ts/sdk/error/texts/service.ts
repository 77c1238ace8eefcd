import * as code from '../codes/service.js';
import { quoted } from '../quoted.js';
import { text } from './text.js';

/** Texts of ../codes/service.ts. */
export const SERVICE_TEXTS = {
  [code.INVALID_PROXY_NETWORK]: text(
    'A network is not valid.',
    'Write an address, a network such as 10.0.0.0/8, or one of loopback, linklocal and uniquelocal.',
    '{network:quoted} is not a network.',
  ),
  [code.SCHEMA_TITLE_REPEATED]: text(
    'Two schemas of the API description have the same title.',
    "Use a different title for each schema: it becomes the component's name.",
    'Two different schemas have the title {title:quoted}.',
  ),
  [code.INVALID_CLOCK]: text(
    'The start or the speed of a clock is invalid.',
    'Pass a start in whole ms since 1970, and a speed above 0.',
    ({ speed, start }: { readonly speed: number; readonly start?: number }) =>
      start === undefined
        ? `A clock cannot run at speed ${quoted(speed)}.`
        : `A clock cannot start at ${quoted(start)} and run at speed ${quoted(speed)}.`,
  ),
  [code.NOT_AN_EDGE]: text(
    'A process without the role edge has no sessions.',
    'Start it with the role edge, or use a process that has it.',
  ),
  [code.INVALID_SERVICE_ADDRESS]: text(
    'The address of the service is not usable.',
    'Use an http or https address such as https://oracle.example.',
    ({ problem }: { readonly problem: 'scheme' | 'credentials' | 'query' }) => {
      switch (problem) {
        case 'scheme':
          return 'The service address is not an http or https address.';
        case 'credentials':
          return { sentence: 'The service address contains a user name or a password.', hint: 'Leave them out.' };
        case 'query':
          return { sentence: 'The service address contains a query or a fragment.', hint: 'Leave it out.' };
      }
    },
  ),
  [code.UNSENDABLE_TOKEN]: text(
    'A token cannot be sent in a header.',
    'Pass the token as the service sent it, without spaces or quotation marks around it.',
    ({ what }: { readonly what: 'API token' | 'session token' }) =>
      `The ${what} is empty, too long or contains characters that tokens never have.`,
  ),
  [code.API_TOKEN_NEEDED]: text(
    'The request needs an API token.',
    'Pass it as apiToken, or activate a subscription first.',
    '{endpoint:clipped} needs an API token.',
  ),
  [code.INVALID_WALLET_SIGNATURE]: text(
    'The wallet did not return an Ed25519 signature.',
    'Return the 64 bytes of a detached signature from sign.',
    'The signature of the wallet has {bytes} bytes, not 64.',
  ),
} as const;
