import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { linesman } from '../helpers/cli.js';
import { commandTree } from '../helpers/commandTree.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** A user passes a secret key to an option by mistake. No answer may repeat it, because output ends up in logs. */

const pair = KeyPair.fromSeed(Uint8Array.from({ length: 32 }, (_, i) => 3 + 7 * i));
const seed = pair.secretKey.slice(0, 32);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** In Base58, a seed has the form of an address, and cannot be told from one. */
const FORMS: readonly string[] = [
  hex(seed),
  hex(pair.secretKey),
  base58.encode(pair.secretKey),
  base64.encode(seed),
  base64.encode(pair.secretKey),
  JSON.stringify([...pair.secretKey]),
  JSON.stringify([...seed]),
  JSON.stringify({ current: hex(seed) }),
];
const SPELLINGS: readonly string[] = [
  hex(seed).slice(0, 16),
  base58.encode(pair.secretKey).slice(0, 16),
  base64.encode(seed).slice(0, 16),
  [...seed.subarray(0, 6)].join(','),
];

/** A value for each option that a command needs. */
const FILLER: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/rpc|service|store|url/i, 'http://127.0.0.1:1'],
  [/./, '1'],
];

/** Options that take an address or a key, and files of keys. */
const PLACES = commandTree().flatMap(({ words, command }) =>
  command.options.flatMap(({ long, flags }) => {
    // Hosts are addresses, too.
    const isKey = /<(address|key)>/.test(flags) && !/host/.test(long ?? '');
    const isFile = /<file>/.test(flags) && /key|admin|wallet|payer|authority/.test(long ?? '');
    return long && (isKey || isFile) ? [{ words, command, long, isFile }] : [];
  }),
);

const folder = temporaryFolder('planted');

describe('a secret in the wrong place is not repeated', () => {
  it('there are such places', () => expect(PLACES.length).toBeGreaterThan(40));

  it.each(PLACES.map((place) => [`${place.words.join(' ')} ${place.long}`, place] as const))('%s', async (_, place) => {
    const { words, command, long, isFile } = place;
    const needed = command.options
      .filter((option) => option.mandatory && option.long !== long)
      .flatMap((option) => [option.long ?? '', FILLER.find(([one]) => one.test(option.long ?? ''))?.[1] ?? '']);
    const positional = command.registeredArguments.filter((one) => one.required).map(() => '1');
    for (const [i, form] of FORMS.entries()) {
      const file = join(folder, `${i}.json`);
      // A complete key pair would be accepted as one.
      const text = form === JSON.stringify([...pair.secretKey]) ? `${form},` : form;
      if (isFile) writeFileSync(file, text, { mode: 0o600 });
      const args = [...words, ...positional, ...needed, long, isFile ? file : form];
      for (const more of [[], ['--json']]) {
        const { code, stdout, stderr } = await linesman([...args, ...more]);
        // `config` only shows where the settings come from.
        expect([args.slice(0, -1), code]).toEqual([args.slice(0, -1), words[0] === 'config' ? 0 : 2]);
        const said = (stdout + stderr).replace(/\s+/g, '');
        for (const spelling of SPELLINGS)
          expect([args.slice(0, -1), said.includes(spelling)]).toEqual([args.slice(0, -1), false]);
      }
    }
  });
});
