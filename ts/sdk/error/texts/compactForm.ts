import { problems } from './text.js';

const NO_FORM = 'The proof has no compact encoding';

/** Why a proof cannot be written in the compact form, and parts of one that are inconsistent or superfluous. */
export const compactFormText = problems({
  signed: `${NO_FORM}: its signature covers the full encoding.`,
  'two events': `${NO_FORM}: its two stats are from different score records.`,
  'begins at a zero map': `${NO_FORM}: its fixture path begins at the leaf of a zero map.`,
  'different zero maps': `${NO_FORM}: its zero proofs have different maps.`,
  'witness of another event': `${NO_FORM}: the witness is from another score record, or is not a present stat.`,
  'long path': `${NO_FORM}: a path has more than {limit} nodes.`,
  'repeated keys': `${NO_FORM}: the stat keys {keys:listed} repeat.`,
  'several periods': ({ periods }: { readonly periods: readonly number[] }) =>
    `${NO_FORM}: its stats have the periods ${periods.join(' and ')}.`,
  'unequal values': 'There are {values} values for {keys} keys.',
  /** `absent`: the bit field itself. */
  'absent beyond the keys': ({ absent, keys }: { readonly absent: number; readonly keys: number }) =>
    `The bits ${absent.toString(2)} mark more than ${keys} keys as absent.`,
  'value of an absent key': 'Key {place} is absent, but its value is {value}.',
  'needless zero map': 'There is a zero map, but no key is absent.',
  'missing zero map': 'A key is absent, but there is no zero map.',
  'needless witness': 'There is a witness although a key is present.',
  'needless event stat root': 'The event stat root is given, although it follows from the present stats.',
  'missing event stat root': 'No stat is present, and the event stat root is missing.',
  'unbound period': 'No stat is present, so nothing binds the period {period}.',
  'main index too large': 'The main index {mainIndex} has bits beyond the {siblings} siblings.',
});
