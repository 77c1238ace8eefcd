import { type Client, type ComparedRoot, compareRoots, type RootsOfDay } from '@linesman/sdk/client';
import { ACCOUNT_NOT_FOUND, isError } from '@linesman/sdk/error';
import { type AccountsChain, type Address, fetchRoots } from '@linesman/sdk/program';
import { type PublishedSlots, publishedSlots, ROOTS_KINDS, type RootsKind } from '@linesman/sdk/proof';
import { rootsOfToday } from '../../shared/serviceDay.js';
import { usePolled } from '../../shared/usePolled.js';

interface Day {
  readonly said: RootsOfDay;
  /** A second answer, if the chain has a root that the first answer lacks. */
  readonly later?: RootsOfDay | undefined;
  /** By kind: null while no root is on chain, undefined if the chain was not read. */
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

/** Reads a day from the service and the chain repeatedly. If `epochDay` is null, it is today by the service's clock. */
export function useDay(client: Client, chain: AccountsChain | null, oracle: Address, epochDay: number | null): Reading {
  const ask = async (signal: AbortSignal): Promise<Day> => {
    // The service is asked first, so that a root published in between counts as pending, not as missing.
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
