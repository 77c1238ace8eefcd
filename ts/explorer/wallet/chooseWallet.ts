import { changeSettings, settings } from '../frame/settings.js';
import { tokenOf } from './tokens.js';
import { currentWallet, type Wallet } from './wallet.js';

/** The wallet that signs from now on; null: none. Its own API token, if this tab has one, is the one in use. */
export function chooseWallet(wallet: Wallet | null): void {
  currentWallet.set(wallet);
  const apiToken = wallet && tokenOf(wallet.address);
  if (apiToken && apiToken !== settings.value.apiToken) changeSettings({ ...settings.value, apiToken });
}
