import type { FormSize } from '@linesman/sdk/error';

/** A form of a proof on one line: its size, the limit, and why it is chosen or not. */
export const formLine = ({ form, lookupTable, bytes, limit, reason }: FormSize): string => {
  const name = lookupTable ? `${form} with table` : form;
  const size = `${bytes ?? '-'}`.padStart(6);
  return `${name.padEnd(19)}${size} of ${`${limit}`.padStart(6)} bytes  ${reason}\n`;
};
