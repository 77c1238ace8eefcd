import { listed } from '../quoted.js';

/** Why a proof cannot be written in the compact form. */
type NoCompactForm =
  | {
      readonly problem:
        | 'signed'
        | 'two events'
        | 'begins at a zero map'
        | 'different zero maps'
        | 'witness of another event';
    }
  | { readonly problem: 'long path'; readonly limit: number }
  | { readonly problem: 'repeated keys'; readonly keys: readonly number[] }
  | { readonly problem: 'several periods'; readonly periods: readonly number[] };

/** Parts of a compact form that are inconsistent or superfluous. */
type CompactFault =
  | { readonly problem: 'unequal values'; readonly values: number; readonly keys: number }
  /** `absent`: the bit field itself. */
  | { readonly problem: 'absent beyond the keys'; readonly absent: number; readonly keys: number }
  | { readonly problem: 'value of an absent key'; readonly place: number; readonly value: number }
  | {
      readonly problem:
        | 'needless zero map'
        | 'missing zero map'
        | 'needless witness'
        | 'needless event stat root'
        | 'missing event stat root';
    }
  | { readonly problem: 'unbound period'; readonly period: number }
  | { readonly problem: 'main index too large'; readonly mainIndex: number; readonly siblings: number };

export type CompactFormFault = NoCompactForm | CompactFault;

export function compactFormText(context: CompactFormFault): string {
  switch (context.problem) {
    case 'unequal values':
      return `There are ${context.values} values for ${context.keys} keys.`;
    case 'absent beyond the keys':
      return `The bits ${context.absent.toString(2)} mark more than ${context.keys} keys as absent.`;
    case 'value of an absent key':
      return `Key ${context.place} is absent, but its value is ${context.value}.`;
    case 'needless zero map':
      return 'There is a zero map, but no key is absent.';
    case 'missing zero map':
      return 'A key is absent, but there is no zero map.';
    case 'needless witness':
      return 'There is a witness although a key is present.';
    case 'needless event stat root':
      return 'The event stat root is given, although it follows from the present stats.';
    case 'missing event stat root':
      return 'No stat is present, and the event stat root is missing.';
    case 'unbound period':
      return `No stat is present, so nothing binds the period ${context.period}.`;
    case 'main index too large':
      return `The main index ${context.mainIndex} has bits beyond the ${context.siblings} siblings.`;
    default:
      return `The proof has no compact form: ${noFormReason(context)}.`;
  }
}

function noFormReason(context: NoCompactForm): string {
  switch (context.problem) {
    case 'signed':
      return 'its signature covers the full form';
    case 'two events':
      return 'its two stats are of different events';
    case 'begins at a zero map':
      return 'its fixture path begins at the leaf of a zero map';
    case 'different zero maps':
      return 'its zero proofs have different maps';
    case 'witness of another event':
      return 'the witness is of another event, or is not a present stat';
    case 'long path':
      return `a path has more than ${context.limit} nodes`;
    case 'repeated keys':
      return `the stat keys ${listed(context.keys)} repeat`;
    case 'several periods':
      return `its stats have the periods ${context.periods.join(' and ')}`;
  }
}
