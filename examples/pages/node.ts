import type { Address } from 'linesman/program';

/** Whom a page believes about the chain: `node.json` beside it. */
export async function node(): Promise<{ readonly rpc: string; readonly oracle: Address }> {
  return (await (await fetch('./node.json')).json()) as { rpc: string; oracle: Address };
}
