import type { ProgramIds } from '@linesman/sdk/program';
import { type FetchNode, fetchNode } from '@linesman/sdk/rpc';
import { useMemo } from 'preact/hooks';
import { useSettings } from '../../frame/settings.js';

/** The node and the programs of the settings; the node is null if there is none. */
export function useChain(): { readonly node: FetchNode | null; readonly programs: ProgramIds } {
  const { rpc, oracle, settlement } = useSettings();
  return useMemo(
    () => ({ node: rpc === null ? null : fetchNode(rpc), programs: { oracle, settlement } }),
    [rpc, oracle, settlement],
  );
}
