import { LinesmanError } from '@linesman/sdk/error';
import { bytesToHex, equalBytes, hexToBytes } from '@linesman/sdk/format';
import { bytesFromIntegers, bytesFromText, type InspectedNode } from '@linesman/sdk/proof';

/** A hash of 32 bytes as written in the text of a document. */
interface WrittenHash {
  readonly start: number;
  readonly end: number;
  /** Lower-case hex. */
  readonly hex: string;
  /** Writes a hash in the notation of this place. */
  readonly spell: (hex: string) => string;
}

/** Strings that may be 32 bytes in hex, Base64 or Base58, and JSON lists of 32 integers. */
const CANDIDATES = /"([A-Za-z0-9+/]{32,64}=?)"|\[\s*-?(?:0|[1-9]\d{0,2})(?:\s*,\s*-?(?:0|[1-9]\d{0,2})){31}\s*\]/g;

/** Every hash in the text of a document, in order. The text around a hash is ignored. */
function hashesIn(text: string): WrittenHash[] {
  return [...text.matchAll(CANDIDATES)].flatMap((match) => {
    const [written, inside] = match;
    const found = inside === undefined ? integersOf(written) : textOf(inside);
    return found ? [{ start: match.index, end: match.index + written.length, ...found }] : [];
  });
}

type Spelled = Pick<WrittenHash, 'hex' | 'spell'>;

function textOf(inside: string): Spelled | undefined {
  const hex = hexOrNone(() => bytesFromText(inside, 32, 'hash'));
  if (hex === undefined) return undefined;
  const spell = (other: string): string =>
    JSON.stringify(inside.endsWith('=') ? btoa(String.fromCharCode(...hexToBytes(other))) : other);
  return { hex, spell };
}

function integersOf(written: string): Spelled | undefined {
  const integers = JSON.parse(written) as readonly number[];
  const hex = hexOrNone(() => bytesFromIntegers(integers, 32, 'hash'));
  if (hex === undefined) return undefined;
  const isSigned = integers.some((one) => one < 0);
  const spell = (other: string): string =>
    `[${[...hexToBytes(other)].map((byte) => (isSigned && byte > 127 ? byte - 256 : byte)).join(',')}]`;
  return { hex, spell };
}

function hexOrNone(read: () => Uint8Array): string | undefined {
  try {
    return bytesToHex(read());
  } catch (error) {
    if (error instanceof LinesmanError) return undefined;
    throw error;
  }
}

/** The hashes, in hex, that a document contains. Only these can be changed; all others are computed from them. */
export const writtenHashes = (text: string): ReadonlySet<string> => new Set(hashesIn(text).map(({ hex }) => hex));

/**
 * The document with a hash replaced in one place; undefined if the document does not contain the hash.
 *
 * @param place The index, from 0, among the places of the hash. An index beyond the last means the last.
 */
export function withHash(text: string, before: string, after: string, place = 0): string | undefined {
  const all = hashesIn(text).filter(({ hex }) => hex === before);
  const found = all[Math.min(place, all.length - 1)];
  return found && text.slice(0, found.start) + found.spell(after) + text.slice(found.end);
}

/**
 * A document can contain the same hash several times, because the paths of two stats share most of their hashes.
 * Returns which of these places, counted from 0, belongs to the node. The places have the order of the trees.
 */
export function placeOf(node: InspectedNode, trees: readonly InspectedNode[]): number {
  const same = trees.flatMap(siblingsIn).filter(({ hash }) => equalBytes(hash, node.hash));
  return Math.max(
    0,
    same.findIndex(({ id }) => id === node.id),
  );
}

const siblingsIn = (node: InspectedNode): InspectedNode[] => [
  ...(node.kind === 'sibling' ? [node] : []),
  ...node.children.flatMap(siblingsIn),
];
