import { fail } from '../../error/index.js';
import { SCRIPTS, type Script } from '../generator/records/index.js';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The script of a name as options spell it: `varReversal` or `var-reversal`. 7015, with all names, when there is none. */
export function scriptOfName(name: string): Script {
  const found = SCRIPTS.find((script) => script === name || kebab(script) === name);
  return (
    found ?? fail(7015, { message: `There is no script ${name}; there are ${SCRIPTS.map(kebab).join(', ')}.`, name })
  );
}
