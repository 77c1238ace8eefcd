import { eventDiscriminator } from './discriminator.js';

/**
 * A reader of the event with this name, as a program logs it: its discriminator, then its content. `null` for any other
 * data, and for content that cannot be read.
 *
 * @param name Pascal case, as in the IDL.
 */
export function eventReader<T>(name: string, read: (content: Uint8Array) => T): (data: Uint8Array) => T | null {
  const discriminator = eventDiscriminator(name);
  return (data) => {
    if (discriminator.some((byte, i) => data[i] !== byte)) return null;
    try {
      return read(data.subarray(discriminator.length));
    } catch {
      return null;
    }
  };
}
