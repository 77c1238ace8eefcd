import type { Address } from '@linesman/sdk/program';

/** The node that a page trusts about the chain. It is named in `node.json` beside the page. */
export async function node(): Promise<{ readonly rpc: string; readonly oracle: Address }> {
  return (await (await fetch('./node.json')).json()) as { rpc: string; oracle: Address };
}
