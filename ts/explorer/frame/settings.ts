import { type Address, isAddress, LOCALNET_PROGRAM_IDS } from 'linesman/program';
import { Store, useStore } from './store.js';

/** Whom the page asks, and whose programs count. Null: nobody, which is enough for dropped proofs. */
export interface Settings {
  /** Address of the service. */
  readonly service: string | null;
  /** Address of an RPC node of the chain. */
  readonly rpc: string | null;
  readonly oracle: Address;
  readonly settlement: Address;
  /** API token of the service. Never in a link; in the tab's storage only if `isTokenKept`. */
  readonly apiToken: string | null;
  readonly isTokenKept: boolean;
}

/** What `explorer.json` beside the page may say; the service writes one, static files may have one. */
interface Given {
  readonly service?: unknown;
  readonly rpc?: unknown;
  readonly oracle?: unknown;
  readonly settlement?: unknown;
}

/** Ends with the tab. */
const PLACE = 'linesman.settings';

const DEFAULTS: Settings = {
  service: null,
  rpc: null,
  ...LOCALNET_PROGRAM_IDS,
  apiToken: null,
  isTokenKept: false,
};

export const settings = new Store<Settings>(DEFAULTS);

/** What the settings are when nobody has changed them. */
let given: Settings = DEFAULTS;
export const givenSettings = (): Settings => given;

/** Reads `explorer.json` and what the tab remembers. Never fails: a page without either still verifies. */
export async function startSettings(): Promise<Settings> {
  given = { ...DEFAULTS, ...readable(await readGiven()) };
  settings.set({ ...given, ...remembered() });
  return settings.value;
}

/**
 * Takes new settings. The addresses that the page may talk to are fixed when it starts, so it starts again when one of
 * them changes.
 */
export function changeSettings(next: Settings): void {
  const { service, rpc } = settings.value;
  settings.set(next);
  const { apiToken, isTokenKept, ...rest } = next;
  const kept = { ...rest, isTokenKept, ...(isTokenKept && apiToken !== null && { apiToken }) };
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing forgets them with the page.
    return;
  }
  if (service === next.service && rpc === next.rpc) return;
  if (apiToken !== null && !isTokenKept) sessionStorage.setItem(`${PLACE}.once`, apiToken);
  location.reload();
}

export const useSettings = (): Settings => useStore(settings);

async function readGiven(): Promise<Given> {
  try {
    const response = await fetch('./explorer.json', { cache: 'no-store', credentials: 'omit' });
    const found: unknown = response.ok ? await response.json() : {};
    return typeof found === 'object' && found !== null ? (found as Given) : {};
  } catch {
    return {};
  }
}

function readable({ service, rpc, oracle, settlement }: Given): Partial<Settings> {
  const url = (value: unknown): string | null => (typeof value === 'string' ? addressOf(value) : null);
  return {
    service: url(service),
    rpc: url(rpc),
    ...(isAddress(oracle) && { oracle }),
    ...(isAddress(settlement) && { settlement }),
  };
}

/** An http or https address without a slash at its end, relative ones to the page; null for anything else. */
export function addressOf(text: string): string | null {
  if (!URL.canParse(text, document.baseURI)) return null;
  const { protocol, href, username, password, hash, search } = new URL(text, document.baseURI);
  const isPlain = username === '' && password === '' && hash === '';
  if (!isPlain || (protocol !== 'http:' && protocol !== 'https:')) return null;
  // An RPC address may carry its access key in the query.
  return search === '' ? href.replace(/\/+$/, '') : href;
}

function remembered(): Partial<Settings> {
  try {
    const once = sessionStorage.getItem(`${PLACE}.once`);
    sessionStorage.removeItem(`${PLACE}.once`);
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>;
    const { apiToken = once, isTokenKept } = kept;
    return {
      ...(Object.hasOwn(kept, 'service') && readable(kept)),
      ...(typeof apiToken === 'string' && { apiToken }),
      isTokenKept: isTokenKept === true,
    };
  } catch {
    return {};
  }
}
