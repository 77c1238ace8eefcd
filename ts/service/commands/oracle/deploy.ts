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
With --program and --program-key it puts the oracle program on the cluster: it writes the file into a buffer, and turns
the buffer into the program in one transaction. --program-key alone takes the program of this package and puts the key's
address into its bytes: for a trial without a compiler, because nobody can build these bytes again. Given in the formats
SBPF v3 and v0, or taken from this package, it is deployed in the newest that the cluster takes, which its feature
accounts say; if it takes none, nothing is sent. Without both options the program must be there, as an upgradeable one.
The command then creates what is missing, in this order and each in a transaction of its own: the two tokens, the
configuration, the treasuries with a stock of service tokens, the price list. Whatever exists stays as it is and is
compared with the file and the keys, so the command can be run again, also after an interruption: it then does what is
left.

With --upgrade it replaces the program that is there by the one of --program, and does nothing else. The upgrade
authority signs and pays for it; of --keys it needs upgrade-authority.json only. Instead of --program-key, --oracle may
name the address. A program that is longer than its account is first extended, by 10,240 bytes at least where the
cluster wants that; these bytes stay. The rent of the buffer comes back, and what the account holds above its rent. The
same bytes are no upgrade. A frozen program stays as it is.

--dry-run shows what is left: the accounts with size, owner, authority and rent, the transactions in order with their
signers, size and fee, what comes back, and what each payer needs. It reads the cluster, signs nothing and sends
nothing, so the payers need no lamports yet; with --make-keys it makes no keys either. The deployment then sends exactly
these transactions, and sends none if a payer has too little.

"deploy settlement" puts the settlement program there, with --program and --program-key, and nothing else: it has no
configuration and no admin, and its markets name their oracle. Of --keys it needs upgrade-authority.json only. Freeze
it when its IDL is on chain: linesman upgrade-authority --give-up.

--keys holds, readable by their owner only: upgrade-authority.json, admin.json, publisher.json, backend-admin.json and
oracle-keys.json; and, for tokens to be created, issuer.json, service-mint.json and stablecoin-mint.json. --make-keys
makes the missing ones, except the upgrade authority's. The upgrade authority, the admin and the issuer need lamports
for the transactions that they sign; the service needs none of these three keys afterwards.

${VAULT_HELP.trim()}
Here the vault is the oracle's admin, and its upgrade authority if the program on chain says so. The keys sign what
comes before the vault's part. What comes after it is left: run the command again once the vault has signed. The upload
of a program needs keys: hand it over afterwards with linesman upgrade-authority --to-address. --upgrade does not take
--for: the vault hands the program over to a key with upgrade-authority --for, and gets it back in the same way.

--service-mint and --stablecoin-mint name existing tokens. The issuer of an existing service token must fill the
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
  program: repeatable(
    '<file>',
    'compiled program (.so), to be put on the cluster if it is not there; again: the same in another format',
    text,
  ),
  programKey: option(
    '<file>',
    "key pair of the program's address; alone: for a trial with the program of this package",
  ),
  upgrade: flag('replace the program that is on the cluster, and do nothing else'),
  sbpf: option(
    '<version>',
    'format to deploy, 3 or 0, whatever the cluster says (default: the newest that it takes)',
    choice('0', '3'),
  ),
  rows: option('<file>', 'JSON file with the price list (default: twelve levels and two for single leagues)'),
  serviceMint: option('<address>', 'existing service token', parseAddress),
  stablecoinMint: option('<address>', 'existing stablecoin', parseAddress),
  stock: option('<amount>', 'base units of the service token in a new treasury (default: 1000000000000000)', parseU64),
  creditPackPrice: option('<amount>', 'base units of the service token for 100 credits (default: 5000000)', parseU64),
  lateAfter: option(
    '<seconds>',
    'how long after the end of its slot the publisher alone may publish a root, 600 to 604800; 0: no bound (default: ' +
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
  about: 'Creates what an oracle needs on a cluster, puts the settlement program there, or upgrades either program.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runDeploy.js')).runDeploy(flags, terminal),
});
