import { type Address, type Attesters, isAddress, LOCALNET_PROGRAM_IDS, MAX_ATTESTERS } from '@linesman/sdk/program';
import { type Given, whatIsGiven } from './given.js';
import { Store, useStore } from './store.js';

/**
 * The service and the node that the page asks, and the programs that it trusts. Null means none, which is enough for
 * dropped proofs.
 */
export interface Settings {
  /** Address of the service. */
  readonly service: string | null;
  /** Address of an RPC node of the chain. */
  readonly rpc: string | null;
  readonly oracle: Address;
  readonly settlement: Address;
  /** The attester sets that a staker trusts: `SET:LEAST`, separated by spaces or commas. */
  readonly attesters: string;
  /** The upgrade authorities of both programs that a staker trusts, separated by spaces or commas. */
  readonly upgradeAuthorities: string;
  /** API token of the service. Never in a link; in the tab's storage only if `isTokenKept`. */
  readonly apiToken: string | null;
  readonly isTokenKept: boolean;
}

/** It is forgotten when the tab closes. */
const PLACE = 'linesman.settings';

const DEFAULTS: Settings = {
  service: null,
  rpc: null,
  ...LOCALNET_PROGRAM_IDS,
  attesters: '',
  upgradeAuthorities: '',
  apiToken: null,
  isTokenKept: false,
};

export const settings = new Store<Settings>(DEFAULTS);

/** The settings as long as the visitor has not changed them. */
let given: Settings = DEFAULTS;
export const givenSettings = (): Settings => given;

/** Reads `explorer.json` and the storage of the tab. Never fails: a page without either still verifies. */
export async function startSettings(): Promise<Settings> {
  given = { ...DEFAULTS, ...readable(await whatIsGiven) };
  settings.set({ ...given, ...remembered() });
  return settings.value;
}

/**
 * Applies new settings, and returns whether that was possible. The addresses that the page may talk to are fixed when
 * it starts, so it starts again when one of them changes; a browser without storage would lose them on restart. A token
 * only goes to the service that it was entered for: it is dropped when the service changes, unless the token is new as
 * well.
 */
export function changeSettings(next: Settings): boolean {
  const before = settings.value;
  const isElsewhere = next.service !== before.service;
  const apiToken = isElsewhere && next.apiToken === before.apiToken ? null : next.apiToken;
  const isRestarting = isElsewhere || next.rpc !== before.rpc;
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(changesOf({ ...next, apiToken })));
    if (isRestarting && apiToken !== null && !next.isTokenKept) sessionStorage.setItem(`${PLACE}.once`, apiToken);
  } catch {
    if (isRestarting) return false;
  }
  settings.set({ ...next, apiToken });
  if (isRestarting) location.reload();
  return true;
}

/**
 * The settings that the visitor has changed. All others follow the service that serves the page, also after its
 * restart.
 */
function changesOf({ apiToken, isTokenKept, ...rest }: Settings): Partial<Settings> {
  const changed = KEPT.filter((name) => rest[name] !== given[name]).map((name) => [name, rest[name]]);
  return { ...Object.fromEntries(changed), isTokenKept, ...(isTokenKept && apiToken !== null && { apiToken }) };
}

const KEPT = ['service', 'rpc', 'oracle', 'settlement', 'attesters', 'upgradeAuthorities'] as const;

export const useSettings = (): Settings => useStore(settings);

/** The valid settings among those found. Settings that are missing or invalid keep their value. */
function readable(found: Given): Partial<Settings> {
  const { service, rpc, oracle, settlement, attesters, upgradeAuthorities: authorities } = found;
  const url = <K extends 'service' | 'rpc'>(name: K, value: unknown, read: (text: string) => string | null) =>
    Object.hasOwn(found, name) && { [name]: typeof value === 'string' ? read(value) : null };
  return {
    ...url('service', service, serviceAddress),
    ...url('rpc', rpc, nodeAddress),
    ...(isAddress(oracle) && { oracle }),
    ...(isAddress(settlement) && { settlement }),
    ...(typeof attesters === 'string' && trustedAttesters(attesters) && { attesters }),
    ...(typeof authorities === 'string' && addressesIn(authorities) && { upgradeAuthorities: authorities }),
  };
}

/**
 * The attester sets that a text names, each with the sufficient number of its keys, 1 to 16; null for any other text.
 */
export function trustedAttesters(text: string): readonly Attesters[] | null {
  const found = text.split(/[\s,]+/).flatMap((one) => {
    if (one === '') return [];
    const [set, least = '', ...rest] = one.split(':');
    const isRight = isAddress(set) && /^[1-9]\d?$/.test(least) && Number(least) <= MAX_ATTESTERS && rest.length === 0;
    return [isRight ? { set, least: Number(least) } : null];
  });
  return found.every((one) => one !== null) ? found : null;
}

/** The addresses that a text names; null for any other text. */
export function addressesIn(text: string): readonly Address[] | null {
  const found = text.split(/[\s,]+/).filter((one) => one !== '');
  return found.every(isAddress) ? found : null;
}

/**
 * An http or https address without a slash at its end, where relative addresses refer to the page; null for anything
 * else.
 */
export function serviceAddress(text: string): string | null {
  const address = nodeAddress(text);
  return address?.includes('?') ? null : address;
}

/** The same for a node, whose address may carry its access key in the query. */
export function nodeAddress(text: string): string | null {
  if (!URL.canParse(text, document.baseURI)) return null;
  const { protocol, href, username, password, hash, search } = new URL(text, document.baseURI);
  const isPlain = username === '' && password === '' && hash === '';
  if (!isPlain || (protocol !== 'http:' && protocol !== 'https:')) return null;
  return search === '' ? href.replace(/\/+$/, '') : href;
}

function remembered(): Partial<Settings> {
  try {
    const once = sessionStorage.getItem(`${PLACE}.once`);
    sessionStorage.removeItem(`${PLACE}.once`);
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>;
    const { apiToken = once, isTokenKept } = kept;
    return {
      ...readable(kept),
      ...(typeof apiToken === 'string' && { apiToken }),
      isTokenKept: isTokenKept === true,
    };
  } catch {
    return {};
  }
}
