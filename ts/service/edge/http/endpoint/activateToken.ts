import { activationMessage } from 'linesman/client';
import { I32_MAX, I32_MIN } from 'linesman/format';
import { bytesFromText } from 'linesman/proof';
import { type Fault, fault, shown } from '../../fault.js';
import { type BodyReader, defineEndpoint, plainText } from '../endpoint.js';

const sample = (leagues: readonly number[], host?: string): string =>
  new TextDecoder().decode(activationMessage('<txSig>', leagues, '<session token>', host));

/**
 * The texts that a wallet may sign at activation, built by the code that checks them. A new form of the message is a
 * new entry.
 */
const FORMS: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'for the leagues 7 and 12', text: sample([7, 12]) },
  { what: 'without leagues', text: sample([]) },
  { what: 'with a host that /.well-known/activation names', text: sample([7, 12], '<host>') },
];

/** The same as one text. The session token is the request's. */
const MESSAGES_TO_SIGN = `${FORMS.map(({ what, text }) => `${what}: "${text}"`).join('; ')}.`;

interface ActivationBody {
  readonly txSig: string;
  readonly walletSignature: Uint8Array;
  readonly leagues: readonly number[];
}

const BODY: BodyReader<ActivationBody> = {
  schema: {
    title: 'TokenActivation',
    type: 'object',
    required: ['txSig', 'walletSignature'],
    properties: {
      txSig: {
        type: 'string',
        pattern: '^[1-9A-HJ-NP-Za-km-z]{64,88}$',
        description: 'Base58 signature of the confirmed subscribe transaction.',
      },
      walletSignature: {
        type: 'string',
        format: 'byte',
        pattern: '^[A-Za-z0-9+/]{86}==$',
        description:
          'Detached Ed25519 signature over one of these texts in UTF-8, by the wallet that sent the transaction. ' +
          MESSAGES_TO_SIGN,
      },
      leagues: {
        type: 'array',
        maxItems: 1000,
        items: { type: 'integer', format: 'int32' },
        default: [],
        description: 'For custom subscriptions: the selected leagues, in signed order.',
      },
    },
    examples: [
      {
        txSig: '2'.repeat(88),
        walletSignature: `${'A'.repeat(86)}==`,
        leagues: [7, 12],
      },
    ],
  },
  read: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { wrong: [fault('body', 'a JSON object', shown(value))] };
    const { txSig, walletSignature, leagues = [] } = value as Record<string, unknown>;
    const wrong: Fault[] = [];
    if (typeof txSig !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(txSig) || !bytes(txSig))
      wrong.push(fault('body field txSig', '64 bytes in Base58', shown(txSig)));
    const signature =
      typeof walletSignature === 'string' && walletSignature.endsWith('=') ? bytes(walletSignature) : undefined;
    if (!signature) wrong.push(fault('body field walletSignature', '64 bytes in Base64', shown(walletSignature)));
    if (!Array.isArray(leagues) || leagues.length > 1000 || !leagues.every(isInt32))
      wrong.push(fault('body field leagues', 'up to 1000 integers of 32 bits', shown(leagues)));
    if (wrong.length > 0 || !signature) return { wrong };
    return { body: { txSig: txSig as string, walletSignature: signature, leagues: leagues as number[] } };
  },
};

export const activateToken = defineEndpoint({
  method: 'POST',
  path: '/api/token/activate',
  summary: 'Activate a subscription and obtain an API token',
  description:
    'Send leagues for custom subscriptions only. Each transaction adds its period once, and the token is shown ' +
    'once. A repeat by the same wallet with the same leagues replaces the token by a new one; its session ' +
    'token must be newer than the last activation or repeat and at most 10 minutes old. Refusals (403) give ' +
    'their reason.',
  tag: 'Subscription',
  needs: 'session',
  parameters: {},
  body: BODY,
  answer: { contentType: 'text/plain', schema: 'ApiToken' },
  refusals: [403, 504],
  handle: async ({ ports, body, session }) =>
    plainText(await ports.auth.activate({ ...body, jwt: session.jwt, sessionIssuedAt: session.issuedAt })),
});

/**
 * Decodes 64 bytes from their only valid encoding: wallets sign the text, and another text would count as another
 * transaction.
 */
function bytes(text: string): Uint8Array | undefined {
  try {
    return bytesFromText(text, 64, 'The signature');
  } catch {
    return undefined;
  }
}

const isInt32 = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= I32_MIN && Number(value) <= I32_MAX;
