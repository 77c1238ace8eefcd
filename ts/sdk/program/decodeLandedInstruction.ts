import { base58 } from '@scure/base';
import type { Address } from './address/address.js';
import { type DecodedInstruction, decodeInstruction } from './decodeInstruction.js';
import { INSTRUCTIONS } from './instructions.js';
import type { LandedInstruction } from './rpcNode.js';

/** An instruction of either program in a transaction on chain. */
export interface DecodedLandedInstruction extends DecodedInstruction {
  /** Under the names of the IDL, as far as it names them; `null` for an account that the node does not state. */
  readonly accounts: readonly { readonly name: string | null; readonly address: Address | null }[];
}

/**
 * Decodes an instruction of a transaction on chain, with the names of its accounts. `null` if its data is that of no
 * instruction of the two programs: it belongs to another program, or to another version of them. Check `programAddress`
 * for the program of the instruction, because anyone can send the same bytes to another program.
 *
 * @example
 * ```ts
 * import { decodeLandedInstruction, type RpcNode } from '@linesman/sdk/program';
 *
 * declare const node: RpcNode;
 * declare const signature: string;
 * const { instructions = [] } = (await node.transaction(signature)) ?? {};
 * for (const one of instructions) console.log(decodeLandedInstruction(one)?.name); // e.g. 'settle'
 * ```
 */
export function decodeLandedInstruction({ data, accounts }: LandedInstruction): DecodedLandedInstruction | null {
  if (data === null) return null;
  try {
    const decoded = decodeInstruction(base58.decode(data));
    const kind = Object.values(INSTRUCTIONS).find(({ name }) => name === decoded.name);
    return {
      ...decoded,
      accounts: accounts.map((address, i) => ({ name: kind?.accounts[i]?.[0] ?? null, address })),
    };
  } catch {
    return null;
  }
}
