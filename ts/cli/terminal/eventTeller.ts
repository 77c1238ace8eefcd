import { hideSecrets } from '@linesman/sdk/internal/node/hideSecrets';
import type { Terminal } from './terminal.js';

/** Reports an event, as a line of JSON with `event` and `fields` or as text. */
export type TellEvent = (event: string, text: string, fields?: object) => void;

/** Hides secrets: errors of drivers and of HTTP may quote an address with a password or an access key. */
export const eventTeller =
  (terminal: Terminal, asJson: boolean): TellEvent =>
  (event, text, fields = {}) =>
    asJson
      ? terminal.out(`${hideSecrets(JSON.stringify({ event, ...fields }))}\n`)
      : terminal.err(`${hideSecrets(text)}\n`);
