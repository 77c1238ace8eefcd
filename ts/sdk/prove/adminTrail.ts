import { type Address, addressBytes, addressOf } from '../program/address/address.js';
import { configAddress, programDataAddress } from '../program/address/oracle.js';
import { isOnCurve } from '../program/address/programAddress.js';
import { UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../program/address/runtime.js';
import { type DecodedLandedInstruction, decodeLandedInstruction } from '../program/decodeLandedInstruction.js';
import { type LateRoot, lateRootsIn } from '../program/oracle/lateRootsIn.js';
import type { LandedTransaction } from '../program/rpcNode.js';
import type { ConfigUpdate } from '../program/wire/configParameters.js';
import type { FetchNode } from '../rpc/fetchNode.js';

/** The maximum number of an admin's transactions to read. A node lists more at once. */
const MAX_TRANSACTIONS = 200;
const MAX_ADMINS = 8;

/** A late root, and the transaction that published it. */
export interface FoundLateRoot extends LateRoot {
  readonly signature: string;
}

/** What the admin can change so that other roots become possible, or late ones. */
const WATCHED = ['lateAfter', 'publisher', 'oracleKey', 'nextOracleKey'] as const;

/** A value that an admin set. */
export interface OracleChange {
  readonly what: 'admin' | (typeof WATCHED)[number];
  /** A bound in seconds, or a key. 32 zero bytes as the next oracle key: none. */
  readonly to: Address | number;
  /** Unix seconds; null when the node does not know it. */
  readonly at: number | null;
  readonly signature: string;
}

/**
 * Why late roots may be unknown: the node's history begins later, or lacks a transaction or its instructions; the bound
 * was another one; the oracle program was, or who may upgrade it; an admin called a program that may have called the
 * oracle program; nobody knows who was admin before; or there are too many transactions or admins to read.
 */
export type LateRootsGap = 'history' | 'transaction' | 'bound' | 'upgrade' | 'program' | 'admin' | 'many';

/** A proposal of an admin, or its acceptance. */
interface Handover {
  readonly by: Address;
  readonly to: Address;
  readonly at: number | null;
  readonly signature: string;
}

/**
 * What the admins of an oracle program did, from the transactions that name them. Former admins are those that proposed
 * the next one, which only an admin can.
 */
export class AdminTrail {
  readonly roots: FoundLateRoot[] = [];
  readonly changes: OracleChange[] = [];
  private readonly seen = new Set<string>();
  private readonly searched = new Set<Handover>();
  private readonly proposals: Handover[] = [];
  private readonly accepted: Handover[] = [];
  /** The latest time, Unix seconds, until which something may be missing, and what. */
  private missing: { readonly until: number; readonly why: LateRootsGap | null };
  /** The oldest transaction that the node has, Unix seconds. */
  private oldest = Number.POSITIVE_INFINITY;

  constructor(
    private readonly node: Pick<FetchNode, 'signaturesOf' | 'transaction'>,
    private readonly oracle: Address,
    private readonly since: number,
  ) {
    this.missing = { until: since, why: null };
  }

  /** Everything may be missing until a time in Unix seconds; null: until now. */
  lacks(why: LateRootsGap, until: number | null): void {
    if ((until ?? Number.POSITIVE_INFINITY) > this.missing.until)
      this.missing = { until: until ?? Number.POSITIVE_INFINITY, why };
  }

  /** Since when everything is known, null if nothing is; and what stands before that. */
  known(): { readonly knownSince: number | null; readonly gap: LateRootsGap | null } {
    const { until, why } = this.missing;
    return { knownSince: until === Number.POSITIVE_INFINITY ? null : until, gap: why };
  }

  /** Reads the deployments of the program, and the transactions of the present admin and of those before. */
  async follow(admin: Address): Promise<void> {
    const code = programDataAddress(this.oracle).address;
    await this.read(code, ({ instructions }, _, until) => {
      const isDeployment = instructions.some(({ programAddress, accounts }) =>
        [programAddress, ...accounts].includes(UPGRADEABLE_LOADER_ID),
      );
      if (isDeployment) this.lacks('upgrade', until);
    });
    const admins = new Set([admin]);
    // A set is iterated to its end, also where it grows.
    for (const one of admins) {
      // A stranger may name a key, but not sign with it. Where a program holds it, only that program knows.
      const isKey = isOnCurve(addressBytes(one));
      await this.read(one, (transaction, signature, until) => {
        if (this.seen.has(signature) || (isKey && !transaction.signers.includes(one))) return;
        this.seen.add(signature);
        this.note(transaction, signature, until);
      });
      if (one === [...admins].at(-1)) await this.findProposals();
      for (const { by, to } of this.proposals) admins.add(by).add(to);
      admins.delete(ZERO_ADDRESS);
      if (admins.size > MAX_ADMINS) {
        this.lacks('many', null);
        break;
      }
    }
    this.lacks('history', this.oldest);
  }

  /** Reads the transactions that name an address, latest first. What one may hide is missing until `until`. */
  private async read(
    address: Address,
    note: (transaction: LandedTransaction, signature: string, until: number | null) => void,
  ): Promise<void> {
    let newer: number | null = null;
    for (const [i, { signature, failed, blockTime }] of (await this.node.signaturesOf(address)).entries()) {
      if (blockTime !== null) this.oldest = Math.min(this.oldest, blockTime);
      if (blockTime !== null && blockTime < this.since) return;
      if (i === MAX_TRANSACTIONS) return this.lacks('many', newer);
      if (blockTime === null) this.lacks('transaction', newer);
      else newer = blockTime;
      if (failed) continue;
      const transaction = await this.node.transaction(signature);
      if (transaction === null) this.lacks('transaction', newer);
      else note({ ...transaction, blockTime }, signature, newer);
    }
  }

  /** Notes what an admin's transaction did. */
  private note(transaction: LandedTransaction, signature: string, until: number | null): void {
    const { blockTime: at, instructions } = transaction;
    this.roots.push(...lateRootsIn(transaction, this.oracle).map((root) => ({ ...root, signature })));
    for (const instruction of instructions) {
      if (instruction.programAddress !== this.oracle) {
        // Whoever calls a program has to name it.
        const named = instruction.accounts;
        if (named.includes(this.oracle) || named.includes(null)) this.lacks('program', until);
        continue;
      }
      const decoded = decodeLandedInstruction(instruction);
      if (decoded === null) this.lacks('transaction', until);
      else this.noteStep(decoded, { at, signature });
    }
  }

  private noteStep(step: DecodedLandedInstruction, where: Pick<Handover, 'at' | 'signature'>): void {
    const { name, args } = step;
    const handover = handoverIn(step);
    if (handover) this[name === 'accept_admin' ? 'accepted' : 'proposals'].push({ ...handover, ...where });
    if (name === 'accept_admin' && handover) this.changes.push({ what: 'admin', to: handover.to, ...where });
    if (name !== 'update_config') return;
    const { update } = args as { readonly update: ConfigUpdate };
    for (const what of WATCHED) {
      const value = update[what];
      if (value === null) continue;
      this.changes.push({ what, to: value instanceof Uint8Array ? addressOf(value) : value, ...where });
    }
  }

  /** Looks for the proposals of known admins that no known admin made. */
  private async findProposals(): Promise<void> {
    for (const one of this.accepted.filter((one) => !this.isProposed(one) && !this.searched.has(one))) {
      this.searched.add(one);
      const proposal = await this.proposalOf(one);
      if (proposal) this.proposals.push(proposal);
      else this.lacks('admin', one.at);
    }
  }

  /** Whether the latest handover before an acceptance was its proposal, which is used up then. */
  private isProposed({ to, at }: Handover): boolean {
    const until = (list: readonly Handover[], end: (one: number) => boolean): number =>
      Math.max(...list.flatMap((one) => (one.at !== null && end(one.at) ? [one.at] : [])));
    if (at === null) return false;
    const proposed = until(this.proposals, (one) => one <= at);
    return (
      proposed >= until(this.accepted, (one) => one < at) &&
      this.proposals.some((one) => one.at === proposed && one.to === to)
    );
  }

  /** The proposal of an admin, in the transactions of the configuration, which are those of the publisher as well. */
  private async proposalOf({ to, signature: accepted }: Handover): Promise<Handover | null> {
    const listed = await this.node.signaturesOf(configAddress(this.oracle).address, accepted);
    for (const { signature, failed, blockTime: at } of listed.slice(0, MAX_TRANSACTIONS)) {
      const transaction = failed ? null : await this.node.transaction(signature);
      const handovers = transaction?.instructions.flatMap((instruction) => {
        const decoded = instruction.programAddress === this.oracle ? decodeLandedInstruction(instruction) : null;
        return (decoded && handoverIn(decoded)) ?? [];
      });
      const last = handovers?.at(-1);
      // Another handover in between has replaced or used up any older proposal.
      if (last) return last.to === to && last.by !== to ? { ...last, at, signature } : null;
    }
    return null;
  }
}

/** Who proposed or accepted whom; the two are the same for an acceptance. */
function handoverIn({ name, args, accounts }: DecodedLandedInstruction): Pick<Handover, 'by' | 'to'> | null {
  const by = accounts[0]?.address;
  if (!by) return null;
  if (name === 'accept_admin') return { by, to: by };
  return name === 'propose_admin' ? { by, to: (args as { readonly newAdmin: Address }).newAdmin } : null;
}
