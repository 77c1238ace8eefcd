import fc from 'fast-check';
import { actionKind, choose } from '../action.js';
import { bytesOf, draft, draftGiven } from '../draft.js';
import { createBuffer, writtenGiven } from './bufferCreate.js';

/** A creator's buffer with terms of a market, or with nearly valid terms. */
export const bufferTerms = actionKind(
  'buffer_terms',
  3,
  fc.record({
    buffer: fc.nat(1_000),
    ...draftGiven,
    content: fc.oneof(
      { weight: 12, arbitrary: fc.constant('terms' as const) },
      { weight: 1, arbitrary: fc.constantFrom('trailing' as const, 'short' as const, 'long' as const) },
    ),
    written: writtenGiven,
  }),
  async (world, { buffer: number, content, written, ...given }) => {
    const { model, creators } = world;
    const own = world.buffers.filter(({ owner }) => creators.includes(owner));
    const free = own.filter((one) => !model.buffers[one.number]);
    if (number % 10 > 0 && free.length === 0) return;
    const buffer = choose(number % 10 > 0 ? free : own, number);
    const made = draft(world, given);
    const terms = bytesOf(made);
    const bytes = {
      terms,
      trailing: Uint8Array.from([...terms, 0]),
      short: terms.slice(0, -1),
      long: new Uint8Array(2_049),
    }[content];
    const holds = content === 'terms' ? made : null;
    await createBuffer(world, buffer, bytes, holds, content === 'long' ? 'all' : written);
  },
);
