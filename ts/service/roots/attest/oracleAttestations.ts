import { currentFee, type PriorityFee } from '@linesman/keeper';
import type { LamportLimit } from '@linesman/keeper/internal/lamportLimit';
import { transactionCost } from '@linesman/keeper/internal/transactionCost';
import type { Timers } from '@linesman/sdk/client';
import { fail, NOT_AN_ATTESTER } from '@linesman/sdk/error';
import { untilAborted } from '@linesman/sdk/internal/program/untilAborted';
import {
  type Address,
  attestInstruction,
  chainTime,
  isWritable,
  type KeyPair,
  Outbox,
  type ProgramIds,
  type RpcNode,
  type SetOnChain,
} from '@linesman/sdk/program';
import { ATTESTATION_LAYOUT, ATTESTED_SLOTS } from '@linesman/sdk/proof';
import type { AttestationChain, AttestedPeriod, AttestedRoot, PeriodOnChain } from './attestationChain.js';
import { readPeriods } from './periods.js';

export interface OracleAttestationsOptions {
  readonly chain: Pick<
    RpcNode,
    | 'account'
    | 'accounts'
    | 'blockHeight'
    | 'isBlockhashValid'
    | 'latestBlockhash'
    | 'recentBlockhash'
    | 'recentFees'
    | 'rent'
    | 'send'
    | 'simulate'
    | 'status'
    | 'statuses'
    | 'takesVersion1'
  >;
  readonly programs: ProgramIds;
  readonly set: SetOnChain;
  /** A key of the set; pays. */
  readonly attester: KeyPair;
  readonly timers: Timers;
  /** Default: none. */
  readonly priorityFee?: PriorityFee | undefined;
  /** Limit of the fees and rents of transactions in flight. */
  readonly lamports: LamportLimit;
  readonly onSent?: (signature: string, period: AttestedPeriod, slots: readonly number[]) => void;
}

/** The attestations of one key of a set. Errors of the call: NOT_AN_ATTESTER. */
export function oracleAttestations(options: OracleAttestationsOptions): AttestationChain {
  const { chain, programs, set, attester, timers, priorityFee, lamports, onSent } = options;
  const { oracle } = programs;
  const key = set.keys.indexOf(attester.address);
  if (key < 0) return fail(NOT_AN_ATTESTER);
  const outbox = new Outbox({ chain, programs, payer: attester, timers });
  /** Attestations that exist on chain. */
  const made = new Set<string>();
  const nameOf = ({ kind, period }: AttestedPeriod): string => `${kind}/${period}`;
  const rentOf = async (period: AttestedPeriod): Promise<bigint> =>
    made.has(nameOf(period))
      ? 0n
      : BigInt(await chain.rent(ATTESTATION_LAYOUT.bitsAt + 2 * ATTESTED_SLOTS[period.kind]));
  return {
    now: async (signal) => 1_000 * (await untilAborted(() => chainTime(chain), signal)),
    read: async (periods, signal) => {
      const read = await readPeriods({ chain, oracle, set: set.address }, periods, signal);
      for (const one of read) if (one.isMade) made.add(nameOf(one));
      return read.map(
        ({ bits, ...period }): PeriodOnChain => ({
          ...period,
          isAttested: (slot) => (((bits[slot] ?? 0) >> key) & 1) === 1,
        }),
      );
    },
    attest: async ({ kind, period }: AttestedPeriod, entries: readonly AttestedRoot[], signal) => {
      const instructions = [
        attestInstruction({ oracle, attester: attester.address, set: set.address, kind, epochDay: period, entries }),
      ];
      const writable: Address[] = instructions.flatMap(({ accounts }) =>
        accounts.filter(isWritable).map(({ address }) => address),
      );
      const microLamportsPerUnit = priorityFee ? await currentFee(priorityFee, chain, writable) : 0n;
      const rent = await untilAborted(() => rentOf({ kind, period }), signal);
      const cost = transactionCost({ payer: attester.address, instructions, microLamportsPerUnit, rent });
      const release = await lamports.hold(cost, signal);
      try {
        const { signature } = await outbox.send({ instructions, microLamportsPerUnit, signal });
        made.add(nameOf({ kind, period }));
        if (signature !== null)
          onSent?.(
            signature,
            { kind, period },
            entries.map(({ slot }) => slot),
          );
      } finally {
        release();
      }
    },
  };
}
