import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { choice, collect, neededSetting, rpcSetting, setting } from 'linesman/cli';
import type { ClaimFlags } from './runClaim.js';
import type { CloseFlags } from './runClose.js';
import type { CreateFlags } from './runCreate.js';
import type { DecideFlags } from './runDecide.js';
import type { ListFlags } from './runList.js';
import type { SettleFlags } from './runSettle.js';
import type { ShowFlags } from './runShow.js';
import type { StakeFlags } from './runStake.js';

const HELP = `
A market holds stakes on the outcomes of one match and pays the winners by a proof of the oracle. Its steps:
  create     anybody makes one; its terms never change
  stake      until its stakes close, as a rule at kick-off
  settle     by a proof, which anybody may send; linesman keeper does it by itself
  finalise   after the challenge window, in which a later proof may still correct the result
  claim      pays a position to its owner, whoever sends it
  close      by its creator, once every position is paid

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market show --market 7Yb… --watch
  $ linesman market claim --market 7Yb… --keypair wallet.json

A subcommand says more with --help.`;

const CREATE_HELP = `
Outcomes: each --where is one, in order; "none of them" comes last, so one --where makes a yes/no market. The first that holds wins. A
condition is on stats of the match, as in linesman verify: k1 and k2 are the goals (or scores) of both participants, k7 and k8 their corners
in soccer. Up to 7 conditions over up to 5 stats.

What is not said is chosen so that a careful staker accepts it:
  --stakes-close       kick-off, from the service; without a service it has to be said, and stakers are warned (7019)
  --earliest           when stakes close: results from then on count
  --latest             a day after that: results up to then count
  --void-after         a day after the last challenge could end; then anybody may void a market that nobody settled
  --challenge-window   an hour, in which a later proof corrects an earlier one
  --mint               the stablecoin of the oracle; stakers refuse others unless they trust them (7018)
  --finality           finalised: the end of the match with extra time; regular-time, half-time: their end, by the stats of that time;
                       signed-final: the end of the match, signed by the oracle's key
  --fee-account        your token account of the mint, which is made if it is missing
  --id                 a number that you have no market under yet
--sport has to be what the service says (7160; 7161 where no service says it): the chain takes it from the terms, and by
the layout of another sport a stat that is not zero can be proven zero.
Terms that a staker's guard would refuse are refused here, too; --accept 7019,7161 makes the market all the same.

A match that has begun is refused with its kick-off and the chain's time (7240), unless --accept has 7019.

Standard output gets the address of the market and nothing else; the terms are shown on standard error before they are sent. With --dry-run
there is no market and nothing on standard output; what its address would be stands on standard error.

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair .linesman/keys/wallet.json
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --where 'k1 - k2 == 0' --fee-bps 100 \\
      --service http://127.0.0.1:8080 --api-token-file .linesman/api-token --keypair wallet.json --dry-run
  $ MARKET=$(linesman market create --fixture 7 --sport basketball --where 'k1 + k2 > 180' --stakes-close 2026-07-09T18:00:00Z \\
      --accept 7019,7161 --keypair wallet.json)

Exit code: 0 made, or with --dry-run: could be made; 2 anything else.`;

const STAKE_HELP = `
OUTCOME is the number, from 0; or yes, no, none; or the condition as market show writes it. AMOUNT is in whole tokens.

The terms are shown on standard error before the stake is sent, and refused when nobody should stake on them by accident: 7017 another
oracle than --oracle, 7018 another mint than the oracle's stablecoin and --trust-mint, 7019 stakes that close after kick-off (or nobody says
when that is: give --service), 7020 no challenge window, 7160 another sport than the service says the match is of (7161
nobody says: give --service). --accept takes those numbers. A match that has begun is refused with both times (7240, with 7019).

Examples:
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 --service http://127.0.0.1:8080 --api-token-file api-token --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome 'k1 - k2 > 0' --amount 5.5 --service http://127.0.0.1:8080 --keypair wallet.json --dry-run
  $ linesman market stake --market 7Yb… --outcome 1 --amount 20 --accept 7019,7161 --keypair wallet.json --json

Exit code: 0 staked, or with --dry-run: could be staked; 2 anything else.`;

const SHOW_HELP = `
Terms in words, pools with what they pay, the state, and what can be done next and by whom. Times are of the chain's clock. With a service
the teams and the kick-off are named.

Examples:
  $ linesman market show --market 7Yb… --service http://127.0.0.1:8080 --api-token-file .linesman/api-token
  $ linesman market show --market 7Yb… --watch

Exit code: 0 shown, with --watch: decided; 1 stopped before it was decided; 2 anything else.`;

const LIST_HELP = `
Examples:
  $ linesman market list
  $ linesman market list --fixture 12000010 --json
  $ linesman market list --owner 4Dk… --rpc https://rpc.example

Exit code: 0 listed, 2 anything else.`;

const CLAIM_HELP = `
Pays every position of the owner, the winning and the lost ones, which pay nothing; to the owner's own token account, whoever sends it. Rent
of the positions goes back to the owner, too.

Examples:
  $ linesman market claim --market 7Yb… --keypair wallet.json
  $ linesman market claim --market 7Yb… --owner 4Dk… --keypair keeper.json --dry-run

Exit code: 0 paid, or with --dry-run: could be paid; 2 anything else.`;

const SETTLE_HELP = `
Asks the service for the latest proof that the terms accept, checks it offline against the root on chain, and sends it: what linesman keeper
does, once and for one market. Of a market that is proposed already only a proof of another outcome is sent: a later one corrects it, one of
the same update makes it void.

Without a proof nothing is sent, and 7025 says why there is none: the match is not over, its last slot is not published yet, or the proposal
is confirmed. Refused with 7160 when the terms have another sport than the service says the match is of; --accept 7160 sends all the same.

A proof that no transaction holds goes through a buffer, whose rent comes back; with --dry-run only the first step of that can be simulated.
--explain says which forms there are and why one is taken.

Examples:
  $ linesman market settle --market 7Yb… --service http://127.0.0.1:8080 --api-token-file .linesman/api-token --keypair wallet.json
  $ linesman market settle --market 7Yb… --service http://127.0.0.1:8080 --keypair wallet.json --dry-run --explain

Exit code: 0 settled, or with --dry-run: could be settled; 2 anything else.`;

const CLOSE_HELP = `
Only its creator may, once every position is paid and no parlay waits for it; the rent of market and vault comes back. What the vault still
holds, such as the fee, is swept to the fee account first, in the same transaction. If that cannot be done (7241), closing would leave it in
the vault for good, with the vault's rent: mend the fee account, or give it up with --leave.

Examples:
  $ linesman market close --market 7Yb… --keypair wallet.json
  $ linesman market close --market 7Yb… --keypair wallet.json --dry-run

Exit code: 0 closed, or with --dry-run: could be closed; 2 anything else.`;

const DECIDE_HELP = {
  finalise: `
Anybody may, once the challenge window is over (6223 before that). A keeper does it by itself.

Examples:
  $ linesman market finalise --market 7Yb… --keypair wallet.json

Exit code: 0 final, or with --dry-run: could be made so; 2 anything else.`,
  void: `
Anybody may, when nobody has settled the market by then (6225 before that). All stakes go back, with market claim.

Examples:
  $ linesman market void --market 7Yb… --keypair wallet.json

Exit code: 0 void, or with --dry-run: could be voided; 2 anything else.`,
};

export function addMarket(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const market = parent
    .command('market')
    .summary('make markets, stake on them, settle, claim')
    .description('Makes markets, stakes on them, shows and settles them, and claims what they pay.')
    .addHelpText('after', HELP);
  addCreate(market, terminal, finish);
  addStake(market, terminal, finish);
  addShow(market, terminal, finish);
  addList(market, terminal, finish);
  addSettle(market, terminal, finish);
  addClaim(market, terminal, finish);
  addDecide('finalise', market, terminal, finish);
  addDecide('void', market, terminal, finish);
  addClose(market, terminal, finish);
}

type Finish = (code: number) => void;

const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--settlement <address>', 'settlement program, if it is another deployment')
    .option('--json', 'print JSON');

const withService = (command: Command): Command =>
  command
    .addOption(setting('service', 'address of a service that knows the fixture'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'));

const withWallet = (command: Command): Command =>
  command
    .addOption(neededSetting('keypair', 'key pair of the wallet, which only you may read'))
    .option('--dry-run', 'simulate, send nothing');

const withTrust = (command: Command): Command =>
  command
    .option('--trust-mint <address>', 'also take this mint as money; may be given more than once', collect)
    .option('--accept <numbers>', 'refusals to accept, comma-separated: 7017 to 7020, 7160, 7161');

/** The options of a subcommand, then its help. */
function subcommand(
  market: Command,
  name: string,
  description: string,
  help: string,
  shared: readonly ((command: Command) => Command)[],
): Command {
  const command = market.command(name).description(description).addHelpText('after', help);
  for (const add of shared) add(command);
  return command;
}

function addCreate(market: Command, terminal: Terminal, finish: Finish): void {
  const finalities = ['finalised', 'regular-time', 'half-time', 'signed-final'] as const;
  subcommand(market, 'create', 'Makes a market.', CREATE_HELP, [withWallet, withChain, withService, withTrust])
    .requiredOption('--fixture <id>', 'the match')
    .requiredOption('--sport <sport>', 'soccer, basketball or us-football')
    .requiredOption('--where <condition>', 'an outcome; may be given more than once', collect)
    .option('--finality <policy>', finalities.join(', '), choice('--finality', finalities), 'finalised')
    .option('--challenge-window <seconds>', 'how long a result may be corrected', '3600')
    .option('--stakes-close <time>', 'ISO 8601, or Unix time in ms (default: kick-off)')
    .option('--earliest <time>', 'results from then on count (default: when stakes close)')
    .option('--latest <time>', 'results up to then count (default: a day after --earliest)')
    .option('--void-after <time>', 'when a market without a result may be voided (default: see below)')
    .option('--mint <address>', "what is staked (default: the oracle's stablecoin)")
    .option('--fee-bps <number>', 'fee in hundredths of a percent of the losing stakes, up to 1000', '0')
    .option('--fee-account <address>', 'token account that gets it (default: yours)')
    .option('--minimum <amount>', 'smallest stake, whole tokens', '0.01')
    .option('--maximum <amount>', 'largest stake, whole tokens', '1000000')
    .option('--no-abandonment-void', 'an abandoned match does not void the market')
    .option('--id <number>', 'your number for the market')
    .action(async (flags: CreateFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runCreate } = await import('./runCreate.js');
      finish(await runCreate(flags, terminal));
    });
}

function addStake(market: Command, terminal: Terminal, finish: Finish): void {
  subcommand(market, 'stake', 'Stakes on an outcome.', STAKE_HELP, [withWallet, withChain, withService, withTrust])
    .requiredOption('--market <address>', 'the market')
    .requiredOption('--outcome <outcome>', 'its number or name')
    .requiredOption('--amount <amount>', 'whole tokens')
    .action(async (flags: StakeFlags) => {
      const { runStake } = await import('./runStake.js');
      finish(await runStake(flags, terminal));
    });
}

function addShow(market: Command, terminal: Terminal, finish: Finish): void {
  subcommand(market, 'show', 'Shows a market.', SHOW_HELP, [withChain, withService])
    .requiredOption('--market <address>', 'the market')
    .option('--watch', 'go on and print what changes, until it is decided')
    .action(async (flags: ShowFlags) => {
      const { runShow } = await import('./runShow.js');
      finish(await runShow(flags, terminal));
    });
}

function addList(market: Command, terminal: Terminal, finish: Finish): void {
  subcommand(market, 'list', 'Lists markets.', LIST_HELP, [withChain])
    .option('--fixture <id>', 'only of this match')
    .option('--creator <address>', 'only those that this wallet has made')
    .option('--owner <address>', 'only those in which this wallet has a position that is not paid yet')
    .action(async (flags: ListFlags) => {
      const { runList } = await import('./runList.js');
      finish(await runList(flags, terminal));
    });
}

function addSettle(market: Command, terminal: Terminal, finish: Finish): void {
  subcommand(market, 'settle', 'Settles a market with a proof of the service.', SETTLE_HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .addOption(neededSetting('service', 'address of the service that has the proof'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'))
    .option('--accept <numbers>', 'refusals to accept, comma-separated: 7160')
    .option('--explain', 'say which forms the proof could be sent in, and why one is taken')
    .action(async (flags: SettleFlags) => {
      const { runSettle } = await import('./runSettle.js');
      finish(await runSettle(flags, terminal));
    });
}

function addClose(market: Command, terminal: Terminal, finish: Finish): void {
  subcommand(market, 'close', 'Closes a market that is paid out.', CLOSE_HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .option('--leave', 'leave in the vault for good what cannot be swept')
    .action(async (flags: CloseFlags) => {
      const { runClose } = await import('./runClose.js');
      finish(await runClose(flags, terminal));
    });
}

function addClaim(market: Command, terminal: Terminal, finish: Finish): void {
  subcommand(market, 'claim', 'Pays the positions of an owner.', CLAIM_HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .option('--owner <address>', 'whose positions (default: those of the key pair)')
    .action(async (flags: ClaimFlags) => {
      const { runClaim } = await import('./runClaim.js');
      finish(await runClaim(flags, terminal));
    });
}

function addDecide(what: 'finalise' | 'void', market: Command, terminal: Terminal, finish: Finish): void {
  const description =
    what === 'finalise' ? 'Makes a result final after its window.' : 'Voids a market that nobody settled.';
  subcommand(market, what, description, DECIDE_HELP[what], [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .action(async (flags: DecideFlags) => {
      const { runDecide } = await import('./runDecide.js');
      finish(await runDecide(what, flags, terminal));
    });
}
