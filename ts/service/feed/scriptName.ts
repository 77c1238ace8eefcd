import { fail, quoted } from '../../error/index.js';
import { SCRIPTS, type Script } from '../generator/records/index.js';

/** The name of a script as options spell it: `var-reversal`. */
export const nameOfScript = (script: string): string =>
  script.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The script of a name as options spell it: `varReversal` or `var-reversal`. 7015, with all names, when there is none. */
export function scriptOfName(name: string): Script {
  const found = SCRIPTS.find((script) => script === name || nameOfScript(script) === name);
  return (
    found ??
    fail(7015, {
      message: `There is no script ${quoted(name)}; there are ${SCRIPTS.map(nameOfScript).join(', ')}.`,
      name,
    })
  );
}
