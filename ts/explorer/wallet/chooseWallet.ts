import { changeSettings, settings } from '../frame/settings.js';
import { tokenOf } from './tokens.js';
import { currentWallet, type Wallet } from './wallet.js';

/**
 * Chooses the wallet that signs from now on; null for none. If this tab has an API token of that wallet, the token is
 * used.
 */
export function chooseWallet(wallet: Wallet | null): void {
  currentWallet.set(wallet);
  const apiToken = wallet && tokenOf(wallet.address);
  if (apiToken && apiToken !== settings.value.apiToken) changeSettings({ ...settings.value, apiToken });
}
