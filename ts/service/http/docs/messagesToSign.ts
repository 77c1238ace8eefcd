import { activationMessage } from 'linesman/client';

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
export const MESSAGES_TO_SIGN = `${FORMS.map(({ what, text }) => `${what}: "${text}"`).join('; ')}.`;
