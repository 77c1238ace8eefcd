import { base64urlnopad } from '@scure/base';

/** The document of a proof as part of a link: deflated, then Base64 that needs no escaping. */
export async function packed(text: string): Promise<string> {
  const shorter = JSON.stringify(JSON.parse(text));
  return base64urlnopad.encode(await through(new TextEncoder().encode(shorter), new CompressionStream('deflate-raw')));
}

/** The limit; a larger document is not a proof. */
const LARGEST = 1 << 20;

/** Errors: an Error if the text is not packed in this way, or is larger than any proof. */
export async function unpacked(link: string): Promise<string> {
  try {
    const bytes = await through(base64urlnopad.decode(link), new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The link is incomplete: its end is missing, or someone changed it.');
  }
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // An error here would also be an error for the reader.
  writer.write(bytes as BufferSource).catch(() => {});
  writer.close().catch(() => {});
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw new Error('too large');
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
