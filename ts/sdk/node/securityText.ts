const BEGIN = new TextEncoder().encode('=======BEGIN SECURITY.TXT V1=======\0');
const END = new TextEncoder().encode('=======END SECURITY.TXT V1=======\0');
/** Bytes. A longer text is something else. */
const LONGEST = 16_384;

/**
 * The fields of the security.txt in a compiled program, by name. They say where to report a vulnerability. `null`
 * without one.
 *
 * Format: https://github.com/neodyme-labs/solana-security-txt: names and values in turn, each ended by a zero byte,
 * between two markers.
 */
export function securityText(program: Uint8Array): Readonly<Record<string, string>> | null {
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.byteLength);
  const start = bytes.indexOf(BEGIN);
  if (start < 0) return null;
  const content = bytes.subarray(start + BEGIN.length, start + BEGIN.length + LONGEST);
  const end = content.indexOf(END);
  if (end < 0) return null;
  const words = content.subarray(0, end).toString('utf8').split('\0');
  const fields: [string, string][] = [];
  for (let i = 0; i + 1 < words.length; i += 2) fields.push([words[i] ?? '', words[i + 1] ?? '']);
  return Object.fromEntries(fields);
}
