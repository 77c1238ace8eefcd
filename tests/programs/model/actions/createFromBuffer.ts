import fc from 'fast-check';
import { createMarketFromBuffer } from '../../../../ts/sdk/program/settlement/instructions.js';
import { termsHash } from '../../../../ts/sdk/program/wire/termsHash.js';
import { actionKind, choose } from '../action.js';
import { type Draft, faultNow, namedSet, setGiven } from '../draft.js';
import { type BufferPlace, PROGRAM } from '../world.js';
import { choosePlaceToMake, creationAddresses } from './create.js';

/** The maximum size of terms in bytes. */
const MAX = 2_048;

const draftOf = ({ content }: BufferPlace): Draft | null => (content && 'terms' in content ? content : null);

/**
 * Creates a market from terms in a buffer: mostly a buffer that holds terms, mostly at a place of the buffer's owner.
 */
export const createFromBuffer = actionKind(
  'create_from_buffer',
  5,
  fc.record({
    place: fc.nat(1_000),
    buffer: fc.nat(1_000),
    mint: fc.nat(1_000),
    isStranger: fc.nat(9),
    set: setGiven,
  }),
  async (world, { place: number, buffer: wanted, mint, isStranger, set: given }) => {
    const { model, buffers, creators } = world;
    const own = buffers.filter((one) => creators.includes(one.owner) && model.buffers[one.number]);
    const fitting = own.filter((one) => {
      const held = draftOf(one);
      return held && faultNow(held, model.now) === null && model.buffers[one.number]?.sealed;
    });
    const kind = wanted % 10;
    const among = kind > 2 ? fitting : kind > 0 ? own : buffers;
    if (among.length === 0) return;
    const buffer = choose(among, Math.floor(wanted / 10));
    const creator = isStranger === 0 || !creators.includes(buffer.owner) ? choose(creators, number) : buffer.owner;
    const place = choosePlaceToMake(world, number, creator.name);
    if (!place) return;
    const held = draftOf(buffer);
    // Invalid terms name no accounts, so any will do as long as the mint is one.
    const named = held ?? { rules: { feeAccount: 'feeOwner0@spl' }, mint: choose(world.mints, mint) };
    const rules = held && { ...held.rules, creator: creator.name };
    const set = namedSet(rules, given);
    const announced = model.buffers[buffer.number]?.announced;
    const predicted = model.createFromBuffer(
      place.number,
      creator.name,
      model.buffers[buffer.number],
      named.mint.name,
      held && rules ? { rules, fault: faultNow(held, model.now), set } : (announced?.length ?? 0) > MAX ? 6250 : 102,
    );
    const addresses = { ...creationAddresses(world, place, named), buffer: buffer.address };
    const instruction = world.withSet(createMarketFromBuffer.build(PROGRAM, addresses, { id: place.id }), set);
    if (predicted === null && held) world.remember(place, termsHash(held.terms));
    await world.attempt('create_from_buffer', { places: [place] }, predicted, [instruction], [creator]);
  },
);
