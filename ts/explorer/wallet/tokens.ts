import { changeSettings, type Settings, settings } from '../frame/settings.js';
import { Store, useStore } from '../frame/store.js';

/** An API token, and the payment that it was given for. */
interface Activated {
  readonly apiToken: string;
  /** Signature of the transaction. */
  readonly payment: string;
}

type Tokens = ReadonlyMap<string, Activated>;

/** Tokens are in the storage of the tab only if the owner has asked to keep them. */
const PLACE = 'linesman.tokens';

/** Tokens by the address of the wallet that owns the subscription. `settings.apiToken` is the one in use. */
const tokens = new Store<Tokens>(remembered());
settings.listen(keep);
tokens.listen(keep);

export const tokenOf = (wallet: string): string | null => tokens.value.get(wallet)?.apiToken ?? null;

/** Uses a new token from now on, and whenever its wallet is chosen. */
export function takeToken(wallet: string, activated: Activated): void {
  tokens.set(new Map([...tokens.value, [wallet, activated]]));
  changeSettings({ ...settings.value, apiToken: activated.apiToken });
}

/** The payment for which this tab has a token of the wallet; null if there is none. */
export const useActivatedPayment = (wallet: string): string | null => useStore(tokens).get(wallet)?.payment ?? null;

function keep(): void {
  const { isTokenKept, service } = settings.value;
  try {
    if (isTokenKept && tokens.value.size > 0)
      sessionStorage.setItem(PLACE, JSON.stringify({ service, tokens: [...tokens.value] }));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // A browser that stores nothing forgets them with the page.
  }
}

/** Tokens of another service are useless here, and must not be sent to this one. */
function remembered(): Tokens {
  const { isTokenKept, service }: Settings = settings.value;
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
    return isTokenKept && kept?.service === service ? new Map(kept.tokens as [string, Activated][]) : new Map();
  } catch {
    return new Map();
  }
}
