import fc from 'fast-check';
import { type Root, rootOf } from '../../../../ts/sdk/format/hash.js';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { attest as attestInstruction } from '../../../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../../../ts/sdk/program/programId.js';
import { ATTESTED_SLOTS } from '../../../../ts/sdk/proof/attestation.js';
import { ROOTS_KINDS } from '../../../../ts/sdk/proof/rootsAccount.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import { HONEST, SETS } from '../attesters.js';

const DAY = 86_400;
/** The maximum number of entries of one instruction. */
const MAX_ENTRIES = 24;
const EMPTY: Root = rootOf(new Uint8Array(32));

/** Vouches for roots: an honest key for all that it knows, a corrupt one for any. */
export const attest = actionKind(
  'attest',
  7,
  fc.record({
    attester: fc.nat(1_000),
    set: fc.nat(1_000),
    place: fc.nat(1_000),
    kind: fc.constantFrom('scores', 'scores', 'scores', 'scores', 'scores', 'scores', 'odds', 'fixtures' as const),
    /** Half of them the day that is. */
    isToday: fc.boolean(),
    /** Otherwise a single slot. */
    isMany: fc.constantFrom(true, true, true, false),
    slot: fc.nat(10_000),
    fault: fc.oneof(
      { weight: 12, arbitrary: fc.constant('none' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('stranger' as const, 'other' as const, 'empty' as const, 'beyond' as const),
      },
    ),
  }),
  async (world, { attester: who, set: which, place: where, kind, isToday, isMany, slot: first, fault }) => {
    const set = choose([...SETS.keys()], which);
    const keys = SETS.get(set)?.keys ?? [];
    const members = world.attesters.filter(({ name }) => keys.includes(name) !== (fault === 'stranger'));
    const attester = choose(members.length > 0 ? members : world.users, who);
    const places = world.attestationPlaces.filter((one) => one.set === set && one.kind === kind);
    const today = places.filter(({ period }) => period === Math.floor(world.model.now / DAY));
    const of = choose(isToday && today.length > 0 ? today : places, where);
    const isHonest = HONEST.includes(attester.name);
    const known = world.rootsIn(of).filter((root) => !isHonest || root.isTrue);
    if (known.length === 0) return;
    const start = first % known.length;
    const chosen = [...known.slice(start), ...known.slice(0, start)].slice(0, isMany ? MAX_ENTRIES : 1);
    const entries = chosen.map(({ slot, root }): { slot: number; root: Root; fault: Answer } => ({
      slot,
      root,
      fault: null,
    }));
    const last = entries.length - 1;
    const [one] = chosen;
    if (fault === 'other' && one) entries[last] = { slot: one.slot, root: EMPTY, fault: 6111 };
    if (fault === 'empty') {
      const free = [...Array(ATTESTED_SLOTS[kind]).keys()].find(
        (at) => !world.rootsIn(of).some(({ slot }) => slot === at),
      );
      if (free !== undefined) entries[last] = { slot: free, root: EMPTY, fault: 6007 };
    }
    if (fault === 'beyond') entries[last] = { slot: ATTESTED_SLOTS[kind], root: EMPTY, fault: 6013 };
    const predicted = world.model.attesters.attest(of, attester.name, entries, world.model.now);
    const { oracle } = LOCALNET_PROGRAM_IDS;
    const accounts = {
      attester: attester.publicKey,
      set: world.attesterSet(set),
      attestation: world.attestation(of),
      roots: world.roots(of.period, kind),
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    const instruction = attestInstruction.build(oracle, accounts, {
      kind: ROOTS_KINDS.indexOf(kind),
      period: of.period,
      entries: entries.map(({ slot, root }) => ({ slot, root })),
    });
    await world.attempt('attest', { attestation: of }, predicted, [instruction], [attester]);
    if (predicted === null) world.noteVouched(of, attester, entries);
  },
);
