import { INVALID_ATTESTERS, INVALID_ENTRIES } from '../../error/codes/verifier.js';
import { fail } from '../../error/linesmanError.js';
import type { Root } from '../../format/hash.js';
import { ATTESTATION_LAYOUT } from '../../proof/attestation.js';
import { ROOTS_KINDS, type RootsKind } from '../../proof/rootsAccount.js';
import type { Address } from '../address/address.js';
import { attestationAddress, attesterSetAddress, firstDayOf, rootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import { attest, closeAttestation, createAttesterSet } from './instructions.js';

/** The most keys of an attester set. */
export const MAX_ATTESTERS = ATTESTATION_LAYOUT.maxKeys;
/** The most roots that one instruction attests; a transaction holds no more. */
export const MAX_ATTESTED_ROOTS = 24;

/**
 * Names 1 to 16 distinct keys that vouch for roots together; the set never changes. `creator` signs and pays the rent,
 * and has no rights over the set. Errors: INVALID_ATTESTERS; INVALID_NUMBER for an id that is no u64.
 *
 * @example
 * ```ts
 * import { type Address, createAttesterSetInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const creator: Address;
 * declare const keys: Address[];
 * const instruction = createAttesterSetInstruction(LOCALNET_PROGRAM_IDS.oracle, creator, 1n, keys);
 * ```
 */
export function createAttesterSetInstruction(
  oracle: Address,
  creator: Address,
  id: bigint,
  keys: readonly Address[],
): Instruction {
  const distinct = new Set(keys).size;
  if (!(keys.length > 0 && keys.length <= MAX_ATTESTERS) || distinct < keys.length || keys.includes(ZERO_ADDRESS))
    fail(INVALID_ATTESTERS, { keys: keys.length, distinct });
  return createAttesterSet.build(
    oracle,
    { creator, set: attesterSetAddress(creator, id, oracle).address, systemProgram: SYSTEM_PROGRAM_ID },
    { id, keys: [...keys] },
  );
}

export interface AttestParameters {
  readonly oracle: Address;
  /** A key of the set. Signs, and pays the rent of the period's attestation if the attestation does not exist yet. */
  readonly attester: Address;
  readonly set: Address;
  readonly kind: RootsKind;
  /** The day (u16); for fixtures any day of the ten-day window. */
  readonly epochDay: number;
  /** 1 to 24 slots of the day (for fixtures hours of the window) with the roots that they must hold. */
  readonly entries: readonly { readonly slot: number; readonly root: Root }[];
}

/**
 * Vouches for the roots of a day. If one of the roots is not on chain, all are refused. A root that is already attested
 * does not change anything. Errors: INVALID_ENTRIES; INVALID_NUMBER for a slot that is no u16.
 *
 * @example
 * ```ts
 * import type { Root } from '@linesman/sdk/format';
 * import { type Address, attestInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const attester: Address;
 * declare const set: Address;
 * declare const root: Root; // rebuilt from the records of the slot
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const entries = [{ slot: 243, root }];
 * const instruction = attestInstruction({ oracle, attester, set, kind: 'scores', epochDay: 20_600, entries });
 * ```
 */
export function attestInstruction({ oracle, attester, set, kind, epochDay, entries }: AttestParameters): Instruction {
  if (!(entries.length > 0 && entries.length <= MAX_ATTESTED_ROOTS)) fail(INVALID_ENTRIES, { entries: entries.length });
  return attest.build(
    oracle,
    {
      attester,
      set,
      attestation: attestationAddress(set, kind, epochDay, oracle).address,
      roots: rootsAddress(kind, epochDay, oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
    },
    { kind: ROOTS_KINDS.indexOf(kind), period: firstDayOf(kind, epochDay), entries: [...entries] },
  );
}

/**
 * Returns the rent of an attestation, 400 days after the later of its period's end and its making. `payer`, who paid
 * for it, signs.
 *
 * @example
 * ```ts
 * import { type Address, attestationAddress, closeAttestationInstruction } from '@linesman/sdk/program';
 * import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const payer: Address;
 * declare const set: Address;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const { address } = attestationAddress(set, 'scores', 20_600, oracle);
 * const instruction = closeAttestationInstruction(oracle, payer, address);
 * ```
 */
export const closeAttestationInstruction = (oracle: Address, payer: Address, attestation: Address): Instruction =>
  closeAttestation.build(oracle, { payer, attestation }, {});
