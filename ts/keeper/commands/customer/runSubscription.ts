import { EXIT, json, readApiToken, showTable, type Terminal } from '@linesman/cli';
import { createClient } from '@linesman/sdk/client';
import { fail, OPTION_NEEDED } from '@linesman/sdk/error';
import type { SubscriptionFlags } from './subscription.js';
import { subscriptionRows } from './subscriptionRows.js';

/**
 * Shows the subscriptions of a token's wallet, or ends the token. Returns the exit code. Errors: OPTION_NEEDED,
 * FILE_NOT_READABLE, MALFORMED_TOKEN, those of the client.
 */
export async function runSubscription(flags: SubscriptionFlags, terminal: Terminal): Promise<number> {
  const apiToken = readApiToken(flags);
  if (apiToken === undefined) return fail(OPTION_NEEDED, { problem: 'no API token' });
  const { account } = createClient({ baseUrl: flags.service, apiToken });
  if (flags.end) {
    await account.endToken();
    terminal.out(flags.json ? json({ ended: true }) : 'the API token is ended\n');
    return EXIT.valid;
  }
  const subscription = await account.subscription();
  if (flags.json) terminal.out(json(subscription));
  else showTable(terminal, [['wallet', subscription.wallet], ...subscriptionRows(subscription)]);
  return EXIT.valid;
}
