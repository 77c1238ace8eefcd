import * as code from '../codes/world.js';
import { clipped } from '../quoted.js';
import { text } from './text.js';

/** Why a wallet's answer cannot be used. */
export interface NotSigned {
  readonly wallet: string;
  readonly address: string;
  readonly problem: 'no answer' | 'not signed' | 'no feature';
}

/** Texts of ../codes/world.ts. */
export const WORLD_TEXTS = {
  [code.NOT_THIS_MACHINE]: text(
    'Only this machine may change the simulation speed or get test money.',
    "Open the service's own page at its loopback address, such as http://127.0.0.1:8080, without a proxy. In a " +
      'container, callers never have such an address: see --world-callers.',
    ({ problem }: { readonly problem: 'outside' | 'other site' }) =>
      ({
        outside: 'The request comes from another machine, or through a proxy.',
        'other site': 'The request comes from a page of another site or server, or to a name that is not this machine.',
      })[problem],
  ),
  [code.PAGE_NOT_CONNECTED]: text(
    'The page is not connected to a service or a node.',
    'Enter a service and an RPC node of the chain in the settings.',
    ({ problem }: { readonly problem: 'no service' | 'no node' }) =>
      ({
        'no service': 'The settings contain no service.',
        'no node': 'The settings contain no RPC node of the chain.',
      })[problem],
  ),
  [code.WALLET_NOT_SHARED]: text(
    'The wallet of the browser shares no Solana account with this page.',
    'Open the wallet, choose an account for Solana, and connect again.',
    '{wallet:clipped} shares no Solana account with this page.',
  ),
  [code.PRICE_CHANGED]: text(
    'The price on chain is not the one that was shown.',
    'Check the current price before you pay. Nothing was paid.',
    'The price was {shown:text} service tokens when it was shown, and is {price:text} on chain now.',
  ),
  [code.WALLET_NOT_SIGNED]: text(
    'The wallet returned no signature.',
    'Unlock the wallet, choose the account that is shown here, and try again. Nothing was sent.',
    ({ wallet, problem, address }: NotSigned) =>
      ({
        'no answer': `${clipped(wallet)} returned nothing for ${address}.`,
        'no feature': `${clipped(wallet)} cannot sign this for ${address}.`,
        'not signed': `What ${clipped(wallet)} returned is not signed by ${address}.`,
      })[problem],
  ),
};
