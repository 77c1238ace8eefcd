import { Store, useStore } from '../frame/store.js';

const placeOf = (wallet: string): string => `linesman.paid.${wallet}`;

/** Payments of this tab by wallet; a browser that stores nothing forgets them with the page. */
const payments = new Store<ReadonlyMap<string, string | null>>(new Map());

/**
 * The signature of the last payment of a wallet in this tab: public, like everything on chain. Null if there is none.
 */
export function usePayment(wallet: string): string | null {
  const found = useStore(payments).get(wallet);
  return found === undefined ? stored(wallet) : found;
}

/** Remembers a payment, until another one replaces it or it is abandoned. */
export function rememberPayment(wallet: string, signature: string | null): void {
  payments.set(new Map([...payments.value, [wallet, signature]]));
  try {
    if (signature === null) sessionStorage.removeItem(placeOf(wallet));
    else sessionStorage.setItem(placeOf(wallet), signature);
  } catch {
    // Without it the activation cannot be repeated after a reload.
  }
}

function stored(wallet: string): string | null {
  try {
    return sessionStorage.getItem(placeOf(wallet));
  } catch {
    return null;
  }
}
