import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { EXIT, readApiToken, type Terminal } from '@linesman/cli';
import { createClient, fixtureFacts } from '@linesman/sdk/client';
import { fail, PACKAGE_NEEDED } from '@linesman/sdk/error';
import { findOracleConfig } from '@linesman/sdk/internal/program/account/findOracleConfig';
import { stopSignals } from '@linesman/sdk/node';
import { reviewStake } from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { serviceSource } from '../market/serviceSource.js';
import { trustOf } from '../market/trustOf.js';
import { openChain } from '../openChain.js';
import type { McpFlags } from './mcp.js';
import type { Place } from './tools.js';

/**
 * Serves the tools on standard input and output until the input ends. Returns the exit code. Errors: PACKAGE_NEEDED;
 * those of the API token.
 */
export async function runMcp(flags: McpFlags, terminal: Terminal): Promise<number> {
  const { mcpServer, serveStdio, StdioServerTransport } = await loaded();
  const stop = stopSignals();
  const place = placeOf(flags);
  const input = Readable.from(terminal.stdin, { objectMode: false });
  const output = new Writable({
    decodeStrings: false,
    write: (text, _, done) => {
      terminal.out(`${text}`);
      done();
    },
  });
  const handle = serveStdio(() => mcpServer(place), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => terminal.err(`${error.message}\n`),
  });
  await Promise.race([once(input, 'end'), once(stop.signal, 'abort')]);
  await handle.close();
  input.destroy();
  stop.end();
  return EXIT.valid;
}

/** The server of the protocol, a package that only this command needs. Errors: PACKAGE_NEEDED. */
async function loaded(): Promise<typeof import('./server.js')> {
  try {
    return await import('./server.js');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return fail(PACKAGE_NEEDED, { package: '@modelcontextprotocol/server', command: 'mcp' });
  }
}

/** What the options fix. Errors: those of the API token. */
function placeOf(flags: McpFlags): Place {
  const programs = programsOfFlags(flags);
  const chain = openChain(flags);
  const apiToken = readApiToken(flags);
  const client = createClient({ baseUrl: flags.service, ...(apiToken !== undefined && { apiToken }) });
  return {
    ...{ chain, programs, fixtures: client.fixtures, payer: flags.payer ?? null },
    source: serviceSource(flags.service, flags),
    sportOf: async (fixture) => (await fixtureFacts(client, fixture)).sport,
    objectionsTo: async ({ market: { terms } }) => {
      const [config, fixture] = await Promise.all([
        findOracleConfig(chain, programs.oracle),
        fixtureFacts(client, Number(terms.fixtureId)),
      ]);
      const trust = await trustOf(flags, { chain, programs, config, fixture });
      return reviewStake(terms, trust).filter(({ number }) => !trust.accept?.includes(number));
    },
  };
}
