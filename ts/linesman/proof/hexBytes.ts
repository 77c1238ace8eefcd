/**
 * Decodes hex of either case; undefined for any other text. It is a sixth of the library's code, and in every bundle.
 */
export const hexBytes = (text: string): Uint8Array | undefined =>
  text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text)
    ? Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
    : undefined;
