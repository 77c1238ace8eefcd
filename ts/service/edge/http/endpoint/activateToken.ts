import { activationMessage } from '@linesman/sdk/client';
import { inBoth } from '../answerSchema.js';
import { base58, base64Signature, bodyOf, int32List } from '../bodyFields.js';
import { defineEndpoint, plainText } from '../endpoint.js';

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

const BODY = bodyOf(
  'TokenActivation',
  {
    txSig: base58(64, 'Base58 signature of the confirmed subscribe transaction.'),
    walletSignature: base64Signature(
      'Detached Ed25519 signature over one of these texts in UTF-8, by the wallet that sent the transaction. ' +
        MESSAGES_TO_SIGN,
    ),
    leagues: int32List(1000, 'For custom subscriptions: the selected leagues, in signed order.'),
  },
  [{ txSig: '2'.repeat(88), walletSignature: `${'A'.repeat(86)}==`, leagues: [7, 12] }],
);

const ANSWER = inBoth<string>({
  title: 'ApiToken',
  type: 'string',
  pattern: '^lsm_[A-Za-z0-9_-]{43}$',
  description: 'The token as plain text.',
});

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
  answer: { contentType: 'text/plain', schema: ANSWER },
  refusals: [403, 504],
  handle: async ({ ports, body, session }) =>
    plainText(await ports.auth.activate({ ...body, jwt: session.jwt, sessionIssuedAt: session.issuedAt })),
});
