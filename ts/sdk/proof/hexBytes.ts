/**
 * Decodes hex of either case; undefined for any other text. A decoder from a library would be six times as much code,
 * and every bundle has it.
 */
export const hexBytes = (text: string): Uint8Array | undefined =>
  text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text)
    ? Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
    : undefined;
