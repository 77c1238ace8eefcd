import { concatBytes } from '@noble/hashes/utils.js';
import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import { OBJECT } from '../format/optionKinds.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import { decodeInstruction } from '../program/decodeInstruction.js';
import { decodeLandedInstruction } from '../program/decodeLandedInstruction.js';
import type { ArgsOf } from '../program/instruction/define.js';
import { statProofOf } from '../program/proof/statProofOf.js';
import type { LandedInstruction, LandedTransaction } from '../program/rpcNode.js';
import {
  type bufferCreate,
  type bufferWrite,
  postResult,
  postResultFromBuffer,
  settle,
} from '../program/settlement/instructions.js';
import type { ResultProof } from '../program/wire/resultProof.js';
import type { ScoreProof } from '../program/wire/scoreProof.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { StatProofV2, StatProofV3 } from '../proof/proof.js';
import type { FetchNode } from '../rpc/fetchNode.js';

/** The maximum number of pages to search, each of a thousand transactions. */
const MAX_PAGES = 5;

export interface FindSettlementParameters {
  /** `fetchNode` of `@linesman/sdk/rpc` is one. */
  readonly node: Pick<FetchNode, 'signaturesOf' | 'transaction'>;
  /** The settlement program. */
  readonly settlement: Address;
  readonly market: Address;
  readonly terms: Pick<MarketTerms, 'fixtureId' | 'sport' | 'statKeys'>;
}

const GIVEN: OptionRules<FindSettlementParameters> = {
  node: required(OBJECT),
  settlement: required(ADDRESS),
  market: required(ADDRESS),
  terms: required(OBJECT),
};

/** The transaction that settled a market, and the proof that it carried. */
export interface Settlement {
  readonly signature: string;
  /** Unix seconds of its block; `null` when the node does not know it. */
  readonly blockTime: number | null;
  readonly proof: StatProofV2 | StatProofV3;
}

interface Decoded {
  readonly name: string;
  readonly args: unknown;
  readonly accounts: LandedInstruction['accounts'];
}

/**
 * Finds the proof that decided a market in the transactions on chain, without a service: in the settling instruction,
 * in the buffer that it names, or in the post of the result that settled the market. The settlement program has
 * verified the proof; it is not verified again here.
 *
 * Null if the node has no such transaction: the market was not settled with a proof, another program settled it, or the
 * node's history does not reach back that far. Errors: those of the node, of `decodeInstruction` and `statProofOf`.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type MarketTerms } from '@linesman/sdk/program';
 * import { verify } from '@linesman/sdk/proof';
 * import { findSettlement } from '@linesman/sdk/prove';
 * import { fetchNode } from '@linesman/sdk/rpc';
 *
 * declare const market: Address;
 * declare const terms: MarketTerms;
 * const node = fetchNode('https://api.devnet.solana.com');
 * const { settlement } = LOCALNET_PROGRAM_IDS;
 * const found = await findSettlement({ node, settlement, market, terms });
 * if (found) verify(found.proof, { sport: 'soccer' });
 * ```
 */
export async function findSettlement(parameters: FindSettlementParameters): Promise<Settlement | null> {
  checkOptions('findSettlement', parameters, GIVEN);
  const { terms } = parameters;
  const question = { fixtureId: terms.fixtureId, keys: terms.statKeys, sport: terms.sport };
  const found = await latest(parameters, parameters.market, SETTLING);
  const carried = found && (await carriedBy(parameters, found.instruction));
  if (!carried) return null;
  const { signature, transaction } = found;
  return { signature, blockTime: transaction.blockTime, proof: statProofOf(carried, question) };
}

type Names = Readonly<Record<string, number | 'any'>>;

/** The position of the market, or of the result, among the accounts of each instruction. */
const SETTLING: Names = { settle: 0, settle_from_buffer: 0, settle_many: 'any' };
const POSTING: Names = { post_result: 1, post_result_from_buffer: 1 };
const WRITING: Names = { buffer_write: 1, buffer_create: 1 };

type Carried = ScoreProof | ResultProof;

async function carriedBy(
  parameters: FindSettlementParameters,
  { name, args, accounts }: Decoded,
): Promise<Carried | null> {
  switch (name) {
    case 'settle':
    case 'post_result':
      return (args as { readonly proof: Carried }).proof;
    case 'settle_from_buffer':
      return proofIn(concatBytes(settle.discriminator, await bufferedBy(parameters, accounts[3])));
    case 'post_result_from_buffer':
      // The buffer leaves out facts that are in the instruction itself.
      return proofIn(
        concatBytes(
          postResult.discriminator,
          postResultFromBuffer.encode(args as ArgsOf<typeof postResultFromBuffer>).subarray(8),
          await bufferedBy(parameters, accounts[3]),
        ),
      );
    default: {
      const [result] = accounts;
      const post = result ? await latest(parameters, result, POSTING) : null;
      return post && carriedBy(parameters, post.instruction);
    }
  }
}

const proofIn = (data: Uint8Array): Carried => (decodeInstruction(data).args as { readonly proof: Carried }).proof;

/** The content written into a buffer. The buffer may have been closed in the meantime. */
async function bufferedBy(parameters: FindSettlementParameters, buffer: Address | null | undefined) {
  let content = new Uint8Array();
  if (!buffer) return content;
  // Chunks are written in any order, so the latest write of a place counts.
  for (const { instruction } of (await all(parameters, buffer, WRITING)).toReversed()) {
    if (instruction.name === 'buffer_create') content = new Uint8Array((instruction.args as Created).length);
    else {
      const { offset, bytes } = instruction.args as Written;
      if (offset + bytes.length <= content.length) content.set(bytes, offset);
    }
  }
  return content;
}

type Created = ArgsOf<typeof bufferCreate>;
type Written = ArgsOf<typeof bufferWrite>;

interface Found {
  readonly signature: string;
  readonly transaction: LandedTransaction;
  readonly instruction: Decoded;
}

const latest = async (parameters: FindSettlementParameters, address: Address, named: Names) =>
  (await all(parameters, address, named, 1))[0] ?? null;

/** The successful instructions with these names on an account, latest first. */
async function all(
  { node, settlement }: FindSettlementParameters,
  address: Address,
  named: Names,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await node.signaturesOf(address, before);
    for (const { signature, failed } of listed) {
      if (failed) continue;
      const transaction = await node.transaction(signature);
      if (!transaction) continue;
      for (const one of transaction.instructions.toReversed()) {
        const instruction = one.programAddress === settlement ? decodedOf(one) : null;
        const place = instruction && named[instruction.name];
        if (!instruction || place === undefined || place === null) continue;
        const isOfIt = place === 'any' ? one.accounts.includes(address) : one.accounts[place] === address;
        if (isOfIt) found.push({ signature, transaction, instruction });
        if (found.length >= most) return found;
      }
    }
    before = listed.at(-1)?.signature;
    if (before === undefined || listed.length < 1_000) break;
  }
  return found;
}

/** `null` for one of another version of the program. */
function decodedOf(instruction: LandedInstruction): Decoded | null {
  const decoded = decodeLandedInstruction(instruction);
  return decoded && { ...decoded, accounts: instruction.accounts };
}
