import { command, type FlagsOf, neededSetting, option, parseAddress, setting } from '@linesman/cli';
import { PROGRAM_ROWS, TRUST_ROWS } from '../market/marketOptions.js';

const HELP = `
Speaks the Model Context Protocol on standard input and output, for an assistant that starts it as a process. Its tools:
find_match, verify_result, explain_proof, check_market, plan_settlement and list_markets.

You set service, node and programs with the options; no tool can use others. The process has no key, and returns no
token. plan_settlement returns unsigned transactions for --payer, and what their bytes do: compare before you sign.
Every answer is verified, refused with a reason, or unknown. Text from the service is only in fields whose names begin
with untrusted_.

Examples:
  $ linesman mcp --service http://127.0.0.1:8080 --api-token-file .linesman/api-token
  $ linesman mcp --service https://oracle.example --rpc devnet --payer 4Dk… --trust-authority 9xQ…

Exit code: 0 when its input ends, 2 anything else.`;

const ROWS = {
  payer: option('<address>', 'wallet that will sign and pay what plan_settlement plans', parseAddress),
  ...PROGRAM_ROWS,
  service: neededSetting('service', 'address of the service'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  ...TRUST_ROWS,
};
export type McpFlags = FlagsOf<typeof ROWS>;

export const mcpCommand = command({
  about: 'Offers matches, proofs and markets as tools to an assistant.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runMcp.js')).runMcp(flags, terminal),
});
