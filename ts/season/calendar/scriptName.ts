import { fail, UNKNOWN_SCRIPT } from '@linesman/sdk/error';
import { nameOfScript, SCRIPTS, type Script } from '../script.js';

/**
 * The script with a name as given in options: `varReversal` or `var-reversal`. Errors: UNKNOWN_SCRIPT, which lists all
 * names.
 */
export function scriptOfName(name: string): Script {
  const found = SCRIPTS.find((script) => script === name || nameOfScript(script) === name);
  return found ?? fail(UNKNOWN_SCRIPT, { script: name, known: SCRIPTS.map(nameOfScript) });
}
