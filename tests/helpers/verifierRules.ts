import { readFileSync } from 'node:fs';

/** A check of the verifier that a test can remove: an entry of `crates/verifier/src/rule.rs`. */
export interface VerifierRule {
  /** The rule of strict verification that it belongs to. */
  readonly group: string;
  readonly name: string;
  readonly number: number;
  readonly sentence: string;
}

/** Every check, in the order of the source. */
export function verifierRules(): VerifierRule[] {
  const source = readFileSync(new URL('../../crates/verifier/src/rule.rs', import.meta.url), 'utf8');
  const [, list = ''] = /^rules! \{\n(.*?)^\}/ms.exec(source) ?? [];
  let group = '';
  return list.split('\n').flatMap((line) => {
    const [, title] = /^ {4}\/\/ (.*)$/.exec(line) ?? [];
    if (title !== undefined) group = title;
    const [, name, number, sentence] = /^ {4}(\w+) = (\d+), "(.*)";$/.exec(line) ?? [];
    return name && sentence ? [{ group, name, number: Number(number), sentence }] : [];
  });
}
