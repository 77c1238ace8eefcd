import * as code from '../codes/usage.js';
import { clipped } from '../quoted.js';
import { joined, text } from './text.js';

const schemeList = (schemes: readonly string[]): string =>
  joined(
    schemes.map((one) => `${one}://`),
    'or',
  );

/** Texts of those errors in ../codes/usage.ts that not only commands throw. */
export const URL_TEXTS = {
  [code.MALFORMED_URL]: text(
    'The value is not a URL of the right kind.',
    'Check the scheme (the part before ://) and the host.',
    // Only the scheme: the rest may contain a password or an access key.
    ({
      option,
      scheme,
      schemes,
      orFolder,
      names,
    }: {
      readonly option: string;
      readonly scheme?: string;
      readonly schemes: readonly string[];
      readonly orFolder?: boolean;
      /** Names that can be given instead of a URL. */
      readonly names?: readonly string[];
    }) => ({
      sentence:
        `${option}${scheme === undefined ? '' : ` ${clipped(scheme)}://…`} is not ` +
        `${schemes[0]?.startsWith('h') ? 'an' : 'a'} ${schemeList(schemes)} URL${orFolder ? ' or a folder' : ''}.`,
      ...(names && { hint: `Pass the address of a node, or ${joined(names, 'or')}.` }),
    }),
  ),
} as const;
