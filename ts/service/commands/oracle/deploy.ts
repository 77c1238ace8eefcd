import {
  argument,
  choice,
  command,
  type FlagsOf,
  flag,
  neededRpcSetting,
  option,
  oracleOption,
  parseAddress,
  parseU64,
  repeatable,
  required,
  text,
  VERSION_ROWS,
} from '@linesman/cli';
import { parseLateAfterOrNone } from './lateAfterOption.js';
import { VAULT_HELP, VAULT_ROWS } from './vaultRows.js';

const HELP = `
With --program and --program-key, it deploys the oracle program: it writes the file into a buffer, and turns the buffer
into the program in one transaction. With --program-key alone, it uses the program in this package and writes the key's
address into its bytes: for a trial without a compiler, because no one can reproduce these bytes. If you pass the
formats SBPF v3 and v0, or use this package's, it deploys the newest that the cluster accepts according to its feature
accounts; if the cluster accepts none, it sends nothing. Without both options, an upgradeable program must exist at the
address. The command then creates what is missing, in this order and each in its own transaction: the two tokens, the
configuration, the treasuries with a stock of service tokens, the price list. It keeps whatever exists, and compares it
with the file and the keys, so you can run the command again, also after an interruption: it then does the rest.

With --upgrade, it replaces the deployed program by the one in --program, and does nothing else. The upgrade authority
signs and pays; of --keys, you need upgrade-authority.json only. Instead of --program-key, you can pass the address with
--oracle. If the program is longer than its account, it first extends the account, by at least 10,240 bytes if the
cluster requires that; these bytes remain. You get the buffer's rent back, and what the account holds above its rent. It
does not upgrade to the same bytes, and cannot change a frozen program.

--dry-run shows the remaining steps: the accounts with size, owner, authority and rent, the transactions in order with
their signers, size and fee, what comes back, and what each payer needs. It reads the cluster, signs nothing and sends
nothing, so the payers need no lamports yet; with --make-keys, it creates no keys either. The deployment then sends
exactly these transactions, or none if a payer has too little.

"deploy settlement" deploys the settlement program, with --program and --program-key, and nothing else: it has no
configuration and no admin, and its markets contain their oracle. Of --keys, you need upgrade-authority.json only.
Freeze the program when its IDL is on chain: linesman upgrade-authority --give-up.

In --keys, put these files, readable by their owner only: upgrade-authority.json, admin.json, publisher.json,
backend-admin.json and oracle-keys.json; and, to create tokens, issuer.json, service-mint.json and stablecoin-mint.json.
--make-keys creates the missing ones, except the upgrade authority's. The upgrade authority, the admin and the issuer
need lamports for the transactions that they sign; the service does not need these three keys afterwards.

${VAULT_HELP.trim()}
Here the vault is the oracle's admin, and its upgrade authority if it is so on chain. The keys sign what
comes before the vault's part. What comes after it is left: run the command again once the vault has signed. The upload
of a program needs keys: hand it over afterwards with linesman upgrade-authority --to-address. --upgrade does not accept
--for: the vault hands the program over to a key with upgrade-authority --for, and gets it back in the same way.

For existing tokens, pass --service-mint and --stablecoin-mint. The issuer of an existing service token must fill the
treasury.

Rows of a price list:
  [{"rowId": 11, "pricePerWeekToken": "6250000", "samplingIntervalSec": 0, "leagueBundleId": 0, "marketBundleId": 0}]

Examples:
  $ linesman deploy --rpc https://rpc.example --keys /secure/oracle --make-keys --dry-run
  $ linesman deploy --rpc https://rpc.example --keys /secure/oracle --program oracle.so \\
      --program-key /secure/oracle-program.json --dry-run --json
  $ linesman deploy --rpc https://rpc.example --keys /secure/oracle --rows prices.json \\
      --service-mint 7Wt… --stablecoin-mint 5ex…
  $ linesman deploy --rpc https://rpc.example --keys /secure/oracle --for 6Hc… --out admin.txt
  $ linesman deploy settlement --rpc https://rpc.example --keys /secure/settlement --program settlement.so \\
      --program-key /secure/settlement-program.json
  $ linesman deploy --rpc https://rpc.example --keys /secure/oracle --upgrade --program oracle.so \\
      --oracle 4Nd… --dry-run

Exit code: 0 the oracle or the program is ready (with --dry-run: could be made so), 2 anything else.`;

const ROWS = {
  kind: argument('[kind]', 'which program: oracle or settlement', choice('oracle', 'settlement'), 'oracle'),
  rpc: neededRpcSetting('RPC address of the cluster'),
  keys: required('<folder>', 'folder of the keys'),
  oracle: oracleOption(' on the cluster'),
  program: repeatable('<file>', 'compiled program (.so) to deploy if it is missing; repeat for another format', text),
  programKey: option(
    '<file>',
    "key pair of the program's address; alone: for a trial with the program of this package",
  ),
  upgrade: flag('replace the program that is on the cluster, and do nothing else'),
  sbpf: option(
    '<version>',
    'format to deploy, 3 or 0, regardless of the cluster (default: the newest that it accepts)',
    choice('0', '3'),
  ),
  rows: option('<file>', 'JSON file with the price list (default: twelve levels and two for single leagues)'),
  serviceMint: option('<address>', 'existing service token', parseAddress),
  stablecoinMint: option('<address>', 'existing stablecoin', parseAddress),
  stock: option('<amount>', 'base units of the service token in a new treasury (default: 1000000000000000)', parseU64),
  creditPackPrice: option('<amount>', 'base units of the service token for 100 credits (default: 5000000)', parseU64),
  lateAfter: option(
    '<seconds>',
    'how long after the end of its slot the publisher alone may publish a root, 600 to 604800; 0: no limit (default: ' +
      '21600)',
    parseLateAfterOrNone,
  ),
  makeKeys: flag('create missing keys'),
  ...VAULT_ROWS,
  ...VERSION_ROWS,
  dryRun: flag('show accounts, transactions and cost of what would be done, and change nothing'),
  json: flag('print JSON'),
};
export type DeployFlags = FlagsOf<typeof ROWS>;

export const deployCommand = command({
  about: 'Creates what an oracle needs on a cluster, deploys the settlement program, or upgrades either program.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runDeploy.js')).runDeploy(flags, terminal),
});
