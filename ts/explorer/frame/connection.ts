import { type Client, createClient } from '@linesman/sdk/client';
import type { AccountsChain } from '@linesman/sdk/program';
import { accountReader } from '@linesman/sdk/rpc';
import { onAnswer } from './connectionState.js';
import { fetchEarly } from './early.js';
import { type Settings, settings } from './settings.js';

let made: { readonly of: Settings; readonly client: Client | null; readonly chain: AccountsChain | null } | undefined;

function connected() {
  const of = settings.value;
  if (made?.of === of) return made;
  const { service, rpc, apiToken } = of;
  made = {
    of,
    client:
      service === null
        ? null
        : createClient({ baseUrl: service, onAnswer, fetch: fetchEarly, ...(apiToken && { apiToken }) }),
    chain: rpc === null ? null : accountReader(rpc),
  };
  return made;
}

/**
 * A client of the service of the settings, with the visitor's token; null without a service.
 *
 * @public
 */
export const serviceClient = (): Client | null => connected().client;

/** Reads accounts from the node of the settings; null without a node. */
export const chainReader = (): AccountsChain | null => connected().chain;
