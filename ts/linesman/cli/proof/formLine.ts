import type { FormSize } from '../../error/index.js';

/** A form in which a proof could be sent, in a line: its size, the limit, and why it is taken or not. */
export const formLine = ({ form, lookupTable, bytes, limit, reason }: FormSize): string => {
  const name = lookupTable ? `${form} with table` : form;
  return `${name.padEnd(19)}${(bytes === null ? '-' : `${bytes}`).padStart(6)} of ${`${limit}`.padStart(6)} bytes  ${reason}\n`;
};
