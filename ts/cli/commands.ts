import { fail, isError, PACKAGE_NOT_INSTALLED } from '@linesman/sdk/error';
import type { CommandAdder } from './command.js';

/** The commands of a package by name. Each is loaded on first use, so that it does not wait for the others. */
export type CommandTable = Readonly<Record<string, () => Promise<CommandAdder>>>;

/** The packages that have commands. */
type CommandPackage = '@linesman/cli' | '@linesman/keeper' | '@linesman/service' | '@linesman/regress';

/** Every command in the order of `--help`, with its package. */
export const COMMANDS: Readonly<Record<string, { readonly package: CommandPackage; readonly summary: string }>> = {
  verify: { package: '@linesman/cli', summary: 'verify a proof offline' },
  inspect: { package: '@linesman/cli', summary: 'show a proof as a tree, and where it breaks' },
  roots: { package: '@linesman/cli', summary: 'print the roots account of a day, or compare a service with it' },
  encode: { package: '@linesman/cli', summary: 'print instruction data for a proof' },
  decode: { package: '@linesman/cli', summary: 'read instruction data' },
  error: { package: '@linesman/cli', summary: 'explain an error number' },
  'check-chain': { package: '@linesman/cli', summary: 'check what Linesman depends on in a cluster' },
  config: { package: '@linesman/cli', summary: 'show the settings in use, and where they come from' },
  completions: { package: '@linesman/cli', summary: 'print completions for a shell' },
  keeper: { package: '@linesman/keeper', summary: 'settle markets as their matches end' },
  watch: { package: '@linesman/keeper', summary: 'follow an oracle and its markets on chain, and report changes' },
  deploy: { package: '@linesman/service', summary: 'set up an oracle program on a cluster, or the settlement program' },
  'upgrade-authority': {
    package: '@linesman/service',
    summary: 'show, hand over or give up the right to upgrade a program',
  },
  configure: { package: '@linesman/service', summary: "show or change an oracle's configuration on chain" },
  'publish-late': { package: '@linesman/service', summary: 'publish roots that are too late for the publisher alone' },
  serve: { package: '@linesman/service', summary: 'run an oracle: the service, and all it needs' },
  migrate: { package: '@linesman/service', summary: 'migrate the database' },
  access: { package: '@linesman/service', summary: 'end the API tokens of a wallet, block it, allow it' },
  ingest: { package: '@linesman/service', summary: 'ingest records' },
  export: { package: '@linesman/service', summary: 'export a day of the store' },
  import: { package: '@linesman/service', summary: 'import an exported day' },
  audit: { package: '@linesman/service', summary: 'compare a day of the store with the chain' },
  attest: { package: '@linesman/service', summary: 'rebuild roots from records, and confirm them on chain' },
  attesters: { package: '@linesman/service', summary: 'create and show sets of attesters' },
  buy: { package: '@linesman/keeper', summary: 'buy service tokens' },
  wallet: { package: '@linesman/keeper', summary: 'create, show and fund wallets, send tokens' },
  subscribe: { package: '@linesman/keeper', summary: 'subscribe and get an API token' },
  fixtures: { package: '@linesman/keeper', summary: 'list matches with state, score and clock' },
  subscription: { package: '@linesman/keeper', summary: 'show a subscription, or end an API token' },
  credits: { package: '@linesman/keeper', summary: 'show and buy validation credits' },
  market: { package: '@linesman/keeper', summary: 'create markets, stake, settle, claim' },
  result: { package: '@linesman/keeper', summary: 'post and show proven results of matches' },
  mcp: { package: '@linesman/keeper', summary: 'offer matches, proofs and markets as tools to an assistant' },
  record: { package: '@linesman/regress', summary: 'record a proof as a regression case, or streams' },
  regress: { package: '@linesman/regress', summary: 'verify and execute recorded proofs again, and report changes' },
  replay: { package: '@linesman/regress', summary: 'serve recorded streams through the real service' },
  conform: { package: '@linesman/regress', summary: 'run the corpus against a verifier in any language' },
  'check-program': { package: '@linesman/regress', summary: 'compare a deployed program with a compiled file' },
  init: { package: '@linesman/regress', summary: 'write a small project that settles a market and replays proofs' },
};

/** The exports of `commands` of the other packages. */
interface CommandModule {
  readonly COMMANDS: CommandTable;
}

/**
 * The commands of these names, each from its package, and loaded only now, because `linesman verify`, for example, does
 * not need a server. Errors: PACKAGE_NOT_INSTALLED.
 */
export async function loadCommands(names: readonly string[]): Promise<ReadonlyMap<string, CommandAdder>> {
  const loaded = new Map<string, CommandAdder>();
  for (const name of names) {
    const place = COMMANDS[name];
    const load = place && (await moduleOf(place.package, name)).COMMANDS[name];
    if (load) loaded.set(name, await load());
  }
  return loaded;
}

/** Every command whose package is installed. */
export async function installedCommands(): Promise<ReadonlyMap<string, CommandAdder>> {
  const found = new Map<string, CommandAdder>();
  for (const name of Object.keys(COMMANDS)) {
    try {
      for (const [word, add] of await loadCommands([name])) found.set(word, add);
    } catch (error) {
      if (!isError(error, PACKAGE_NOT_INSTALLED)) throw error;
    }
  }
  return found;
}

async function moduleOf(packageName: CommandPackage, command: string): Promise<CommandModule> {
  return packageName === '@linesman/cli' ? import('./ownCommands.js') : otherPackage(packageName, command);
}

/**
 * The exports of `PACKAGE/commands`, as the caller knows them. Errors: PACKAGE_NOT_INSTALLED.
 *
 * @param command The command that needs the package, for the error.
 */
export async function otherPackage<T>(packageName: CommandPackage, command: string): Promise<T> {
  // Computed, so that bundlers and compilers do not ask for a package that may be missing.
  const module = `${packageName}/commands`;
  try {
    return await import(/* @vite-ignore */ module);
  } catch (error) {
    if (isMissing(error, packageName)) return fail(PACKAGE_NOT_INSTALLED, { package: packageName, command });
    throw error;
  }
}

/** Whether the package itself is missing, rather than one of its dependencies. */
const isMissing = (error: unknown, packageName: string): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${packageName}'`);
