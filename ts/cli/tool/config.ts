import { terminalText } from '@linesman/sdk/error';
import { command } from '../command.js';
import { type FlagsOf, flag, flagOf } from '../option/row.js';
import { SETTINGS, type Setting, type Source } from '../option/settings.js';
import { clusterText, shownAddress } from '../settings/cluster.js';
import { CONFIGURATION_FILE, readConfigurationFile, rpcSetting, setting } from '../settings/configuration.js';
import { API_TOKEN_VARIABLE, variableOf } from '../settings/readApiToken.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { type Row, showTable } from '../terminal/table.js';

const HELP = `
Each setting is taken from its flag, else from its variable, else from ${CONFIGURATION_FILE} in the working folder:
  --service         LINESMAN_SERVICE          "service"
  --rpc             LINESMAN_RPC              "rpc"
  --keypair         LINESMAN_KEYPAIR
  --api-token-file  LINESMAN_API_TOKEN_FILE, or LINESMAN_API_TOKEN with the token itself

Someone else may have written ${CONFIGURATION_FILE} in a folder that you got. It therefore cannot contain key pairs or
token files (7331), and no command sends a token from the environment to a service that comes only from this file
(7332). There is no default wallet. linesman serve reads --rpc only from the flag: without it, it runs its own chain.

Only the host of an address is shown, because the rest may be an access key.

Examples:
  $ linesman config
  $ linesman config --rpc devnet --json
  $ echo '{"service": "https://oracle.example", "rpc": "devnet"}' > ${CONFIGURATION_FILE}; linesman config

Exit code: 0 shown, 2 anything else.`;

const ROWS = {
  service: setting('service', 'address of the service'),
  rpc: rpcSetting(),
  keypair: setting('keypair', 'key pair of the wallet'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  json: flag('print JSON'),
};
type Flags = FlagsOf<typeof ROWS>;

export const configCommand = command({
  about: 'Shows service, chain, key pair and API token as other commands would use them here.',
  help: HELP,
  rows: ROWS,
  run: (flags, terminal) => {
    if (flags.json) terminal.out(json(configurationJson(flags)));
    else showTable(terminal, configurationRows(flags));
    return EXIT.valid;
  },
});

const NAMES = Object.keys(SETTINGS) as Setting[];

/** The source of a value, spelled as users type it. */
function placeOf(name: Setting, source: Source): string {
  const { variable } = SETTINGS[name];
  return { flag: flagOf(name), environment: variable, file: CONFIGURATION_FILE, default: 'default' }[source];
}

function shownOf(name: Setting, flags: Flags): string | null {
  const value = flags[name];
  if (value === undefined) return null;
  if (name === 'rpc') return clusterText(value);
  return name === 'service' ? shownAddress(value) : terminalText(value);
}

/** Whether there is a token, and whether it would be sent. */
function tokenOf(flags: Flags) {
  const variable = variableOf(flags);
  const from = variable ?? (flags.apiTokenFile === undefined ? null : flagOf('apiTokenFile'));
  return { from, isSent: from !== null && !(variable && flags.from?.service === 'file') };
}

function configurationRows(flags: Flags): Row[] {
  const { from, isSent } = tokenOf(flags);
  const list = NAMES.map((name) => {
    const value = shownOf(name, flags);
    const source = flags.from?.[name];
    const place = value === null || !source ? '' : `  (${placeOf(name, source)})`;
    return [flagOf(name).slice(2), `${value ?? 'none'}${place}`] as const;
  });
  const isHeld = from === API_TOKEN_VARIABLE ? 'hidden' : 'in that file';
  const token =
    from === null
      ? 'none'
      : `${isHeld}${isSent ? '' : `, and not sent: the service comes only from ${CONFIGURATION_FILE}`}`;
  return [...list, ['api-token', `${token}${from === API_TOKEN_VARIABLE ? `  (${from})` : ''}`]];
}

const configurationJson = (flags: Flags): object => ({
  ...Object.fromEntries(
    NAMES.map((name) => {
      const source = flags.from?.[name];
      return [name, { value: shownOf(name, flags), from: source ? placeOf(name, source) : null }];
    }),
  ),
  apiToken: tokenOf(flags),
  file: { path: CONFIGURATION_FILE, keys: Object.keys(readConfigurationFile()) },
});
