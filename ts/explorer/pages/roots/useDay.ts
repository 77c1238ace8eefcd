import { type Client, type ComparedRoot, compareRoots, type RootsOfDay } from 'linesman/client';
import { ACCOUNT_NOT_FOUND, isError } from 'linesman/error';
import { type AccountsChain, type Address, fetchRoots } from 'linesman/program';
import { type PublishedSlots, publishedSlots, ROOTS_KINDS, type RootsKind } from 'linesman/proof';
import { rootsOfToday } from '../../shared/serviceDay.js';
import { usePolled } from '../../shared/usePolled.js';

interface Day {
  readonly said: RootsOfDay;
  /** A second answer, if the chain has a root that the first lacks. */
  readonly later?: RootsOfDay | undefined;
  /** By kind: null while nothing is on chain, undefined if it was not read. */
  readonly chain: Readonly<Partial<Record<RootsKind, PublishedSlots | null>>>;
  /** Why the chain was not read. */
  readonly chainError: unknown;
}

export interface Reading {
  readonly day: Day | null;
  readonly error: unknown;
}

/** ms after which a day is read again. */
const REFRESH = 15_000;

/** A day as the service and the chain have it, again and again. `epochDay` null: today by the clock of the service. */
export function useDay(client: Client, chain: AccountsChain | null, oracle: Address, epochDay: number | null): Reading {
  const ask = async (signal: AbortSignal): Promise<Day> => {
    // The service first: a root published in between is then on chain and pending, not missing.
    const said = await dayOf(client, epochDay, signal);
    const compared = await chainOf(chain, oracle, said.epochDay);
    const isAhead = ROOTS_KINDS.some((kind) => isUnknown(compareRoots(kind, said, compared.chain[kind] ?? null)));
    const later = isAhead ? await client.roots.ofDay(said.epochDay, { signal }) : undefined;
    return { said, later, ...compared };
  };
  const { value: day, error } = usePolled(ask, REFRESH, [client, chain, oracle, epochDay]);
  return { day, error };
}

const isUnknown = (compared: readonly ComparedRoot[]): boolean => compared.some(({ onChain }) => onChain === 'unknown');

async function dayOf(client: Client, epochDay: number | null, signal: AbortSignal): Promise<RootsOfDay> {
  return epochDay === null ? rootsOfToday(client, signal) : client.roots.ofDay(epochDay, { signal });
}

async function chainOf(
  chain: AccountsChain | null,
  oracle: Address,
  epochDay: number,
): Promise<Pick<Day, 'chain' | 'chainError'>> {
  if (!chain) return { chain: {}, chainError: null };
  try {
    const found = await Promise.all(ROOTS_KINDS.map((kind) => publishedOf(chain, oracle, kind, epochDay)));
    return { chain: Object.fromEntries(ROOTS_KINDS.map((kind, i) => [kind, found[i]])), chainError: null };
  } catch (chainError) {
    return { chain: {}, chainError };
  }
}

async function publishedOf(
  chain: AccountsChain,
  oracle: Address,
  kind: RootsKind,
  epochDay: number,
): Promise<PublishedSlots | null> {
  try {
    return publishedSlots((await fetchRoots(chain, { kind, epochDay, oracle })).data);
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND)) return null;
    throw error;
  }
}
