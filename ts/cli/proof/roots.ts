import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/internal/program/programId';
import { ROOTS_KINDS } from '@linesman/sdk/internal/proof/rootsAccount';
import { command } from '../command.js';
import { choice, parseDay } from '../option/optionValue.js';
import { oracleOption } from '../option/oracleOption.js';
import { flag, option, required } from '../option/row.js';
import { rpcSetting, setting } from '../settings/configuration.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';

const HELP = `
Save the output and pass it to "linesman verify" with --roots: it contains address, owner and bytes of the account,
whose owner and day have been checked. A scores or odds account holds the 288 slots of a day, a fixtures account the 240
hours of ten days.

If you pass --service on the command line (not in the environment or in linesman.json), it prints a table instead: every
slot of the day with records, its state and root according to the service, and whether the chain has the same root
(same), another (other), none, or one that the service does not know (unknown). Below the table, you see until when the
publisher alone may publish a root, and the day's late roots, if the node has the admin's transactions. States: running,
pending (ended less than a minute ago; in a faster simulation as many minutes), late, published, missing (the chain has
lost it), alarm (the service has seen another root on chain, or is too late for its own).

Examples:
  $ linesman roots --day 2026-07-09 > 20643.json
  $ linesman roots --day 20643 --kind odds --rpc devnet --oracle 9Xw…
  $ linesman roots --day 2026-07-09 --service https://oracle.example

Exit code: 0 printed; with --service also 1 if the chain lacks a published root, or has one that the service has not; 2
anything else.`;

export const rootsCommand = command({
  about: 'Reads the published roots of a day from the chain and prints them as JSON.',
  help: HELP,
  rows: {
    day: required('<day>', 'the day in UTC: 2026-07-09, or its number of days since 1970', parseDay),
    kind: option('<kind>', 'scores, odds or fixtures', choice(...ROOTS_KINDS), 'scores'),
    rpc: rpcSetting(),
    oracle: oracleOption(),
    service: setting('service', 'compare the slots of this service with the chain'),
    json: flag('with --service: print JSON; without, the output is JSON anyway'),
  },
  run: async (flags, terminal) => {
    const { day: epochDay, kind, rpc, oracle = LOCALNET_PROGRAM_IDS.oracle, service, json: asJson, from } = flags;
    const question = { kind, epochDay, oracle };
    // A setting for other commands must not change the output for scripts.
    if (service !== undefined && from?.service === 'flag') {
      const { runRootsOfDay } = await import('./runRootsOfDay.js');
      return runRootsOfDay({ service, rpc, ...(asJson && { json: asJson }) }, question, terminal);
    }
    const { fetchRoots } = await import('@linesman/sdk/program');
    const { accountReader } = await import('@linesman/sdk/rpc');
    const { address, data } = await fetchRoots(accountReader(rpc), question);
    terminal.out(json({ epochDay, address, owner: oracle, data: Buffer.from(data).toString('base64') }));
    return EXIT.valid;
  },
});
