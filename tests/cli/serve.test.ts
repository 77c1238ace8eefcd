import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterEach, describe, expect, it } from 'vitest';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { ROLES } from '../../ts/service/serve/role.js';
import { linesman, start } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { auditFolder, type FolderContents } from '../helpers/service/dataFolderAudit.js';
import { expectNoSecrets } from '../helpers/service/secretsOf.js';
import { type Listening, ServeProcess, tokensOf } from '../helpers/service/serveProcess.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { until } from '../helpers/service/until.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('linesman serve: there is no embedded chain on this platform.');

const folder = temporaryFolder('serve');
afterEach(() => ServeProcess.killAll());

const FREE = ['--port', '0', '--rpc-port', '0'];
const serve = (data: string, ...more: string[]): ServeProcess =>
  new ServeProcess(['--data', data, ...FREE, '--speed', '60', ...more]);
const isPublished = (event: { event: string }): boolean => event.event === 'published';
async function ask(said: Listening, path: string, headers: Record<string, string> = tokensOf(said)) {
  const response = await fetch(`${said.url}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}
const fixtureOf = ({ matches }: Listening): number => matches[0]?.fixtureId ?? 0;

/** Checks that no published root and no record is lost, and that an audit of the newer ones finds no fault. */
function expectGoneOn(before: FolderContents, after: FolderContents): void {
  expect([before.ok, after.ok, after.slots.filter(({ differing }) => differing.length > 0)]).toEqual([true, true, []]);
  for (const [slot, root] of before.roots) expect([slot, after.roots.get(slot)]).toEqual([slot, root]);
  const tokens = Object.entries(before.accounts).filter(([, { owner }]) => owner.startsWith('Token'));
  expect(tokens.length).toBeGreaterThan(4);
  for (const [address, { data }] of tokens) expect([address, after.accounts[address]?.data]).toEqual([address, data]);
  for (const [name, seqs] of Object.entries(before.seqs))
    expect([name, after.seqs[name]?.slice(0, seqs.length)]).toEqual([name, seqs]);
  for (const [name, seqs] of Object.entries(after.seqs))
    if (name.startsWith('scores ')) expect([name, seqs]).toEqual([name, seqs.map((_, i) => i)]);
}

describe.runIf(isHere)('linesman serve', () => {
  it('prints its addresses, publishes, stops and resumes', { timeout: 240_000 }, async () => {
    const data = join(folder, 'one world');
    const first = serve(data, '--metrics', '0', '--script', 'extra-time,var-reversal');
    const said = await first.listening();
    const fixtureId = fixtureOf(said);
    expect(said.matches.map(({ script }) => script)).toEqual(expect.arrayContaining(['extra-time', 'var-reversal']));
    expect((await ask(said, `/api/scores/snapshot/${fixtureId}`)).status).toBe(200);
    expect((await ask(said, '/api/fixtures/snapshot')).text).toContain(`${fixtureId}`);
    expect((await ask(said, `/api/scores/snapshot/${fixtureId}`, {})).status).toBe(401);
    expect((await ask(said, '/docs', {})).status).toBe(200);
    expect((await ask(said, '/readyz', {})).status).toBe(200);
    expect(await (await fetch(said.metrics ?? '')).text()).toContain('linesman_');
    const chain = new Connection(said.rpc, 'confirmed');
    const wallet = new PublicKey(said.wallet);
    expect(await chain.getBalance(wallet)).toBeGreaterThan(10 ** 9);
    const money = await chain.getParsedTokenAccountsByOwner(wallet, { mint: new PublicKey(said.stablecoin) });
    expect(Number(money.value[0]?.account.data.parsed.info.tokenAmount.uiAmount)).toBeGreaterThan(100_000);
    // Only the owner can read files with secrets.
    for (const file of ['', 'api-token', 'session-token', 'keys', 'keys/wallet.json', 'keys/session-key', 'world.json'])
      expect([file, statSync(join(data, file)).mode & 0o077]).toEqual([file, 0]);
    await first.until(isPublished);
    const phases = first.events.flatMap((event) => (event.event === 'phase' ? [event] : []));
    expect(phases.map(({ phase }) => phase)).toEqual(['database', 'chain', 'programs', 'season', 'customer']);
    for (const { ms } of phases) expect(Number.isInteger(ms) && ms >= 0).toBe(true);

    const second = serve(data);
    expect(await second.exit()).toEqual({ code: 2, signal: null });
    expect([second.events, second.error?.number, second.stderr]).toEqual([[], 7133, '']);

    const stream = await StreamReader.open(`${said.url}/api/scores/stream`, tokensOf(said));
    await stream.until((text) => text.includes('"FixtureId"'));
    const ended = first.end('SIGINT');
    expect(await stream.end()).toMatch(/data: \{"Ts":\d+,"Closing":"[^"]+"\}\nevent: heartbeat\n\n$/);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(first.events.filter(({ event }) => event === 'alarm' || event === 'failure')).toEqual([]);
    expect(first.stderr).toBe('');
    expect(existsSync(join(data, 'ingest.sock'))).toBe(false);
    const before = await auditFolder(data);
    expect(before.roots.size).toBeGreaterThan(0);
    expect(Math.max(...Object.values(before.seqs).map((seqs) => seqs.length))).toBeGreaterThan(3);

    // The same command with text output.
    const again = start('ts/cli/main.ts', ['serve', '--data', data, ...FREE, '--speed', '60']);
    let text = '';
    const isUp = new Promise<void>((resolve, reject) => {
      again.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('Ctrl-C stops it')) resolve();
      });
      again.once('close', (code) => reject(new Error(`serve has ended with ${code}: ${text}`)));
    });
    try {
      await isUp;
      expect(text).toContain(`in ${said.apiTokenFile}\n`);
      expectNoSecrets(data, text);
      expect(text).toContain(said.wallet);
      const time = Date.parse(/world time +(\S+),/.exec(text)?.[1] ?? '');
      expect(time).toBeGreaterThanOrEqual(Date.parse(said.time));
      expect(time).toBeGreaterThanOrEqual(before.time);
      const [once_, endless] = [...text.matchAll(/^ {2}(curl .+)$/gm)].map(([, command]) => command as string);
      expect(JSON.parse(await firstOutput(once_ ?? ''))).toEqual(expect.any(Array));
      expect(await firstOutput(`${endless}`)).toMatch(/^data: /);
      const url = /linesman serves at (\S+)/.exec(text)?.[1] ?? '';
      const answer = await fetch(`${url}/api/scores/snapshot/${fixtureId}`, { headers: tokensOf(said) });
      // The session also remains valid.
      expect(answer.status).toBe(200);
      const rpc = /chain +(\S+),/.exec(text)?.[1] ?? '';
      const accounts = new Connection(rpc, 'confirmed');
      const config = Object.entries(before.accounts).find(
        ([, { owner }]) => owner === 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      );
      const kept = await accounts.getAccountInfo(new PublicKey(config?.[0] ?? ''));
      expect(kept?.data.toString('base64')).toBe(config?.[1].data);
    } finally {
      again.kill('SIGTERM');
      if (again.exitCode === null) await once(again, 'close');
    }
    expect(again.exitCode).toBe(0);
    const after = await auditFolder(data);
    expectGoneOn(before, after);
    expect(after.time).toBeGreaterThanOrEqual(before.time);
  });

  it('loses nothing, whenever it is killed', { timeout: 400_000 }, async () => {
    const data = join(folder, 'killed');
    const steps = ['starting the chain', 'creating the treasuries', 'buying service tokens for a wallet'];
    for (const what of steps) {
      const killed = serve(data);
      await killed.until((event) => event.event === 'step' && event.what === what);
      expect(await killed.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    }
    let before: FolderContents | undefined;
    let apiToken: string | undefined;
    for (const moment of ['running', 'stopping', 'published'] as const) {
      const killed = serve(data);
      const said = await killed.listening();
      apiToken ??= tokensOf(said)['x-api-token'];
      expect(tokensOf(said)['x-api-token']).toBe(apiToken);
      const stream = await StreamReader.open(`${said.url}/api/scores/stream`, tokensOf(said));
      await stream.until((text) => text.includes('"FixtureId"'));
      if (moment === 'published') await killed.until(isPublished);
      if (moment === 'stopping') {
        killed.signal('SIGINT');
        await killed.until(({ event }) => event === 'stopping');
      }
      await killed.end('SIGKILL');
      const seen = [...(await stream.end()).matchAll(/^data: (\{.*"FixtureId".*\})$/gm)].map(([, json]) =>
        JSON.parse(json as string),
      );
      const after = await auditFolder(data);
      expect(seen.length).toBeGreaterThan(0);
      // Everything a caller has seen is stored.
      for (const { FixtureId, Seq } of seen) expect(after.seqs[`scores ${FixtureId}`] ?? []).toContain(Seq);
      expectGoneOn(before ?? after, after);
      before = after;
      // World time never goes back behind a time that a reader has seen.
      expect(after.time).toBeGreaterThanOrEqual(Date.parse(said.time));
    }
    const last = serve(data);
    const said = await last.listening();
    expect(tokensOf(said)['x-api-token']).toBe(apiToken);
    expect((await ask(said, `/api/scores/snapshot/${fixtureOf(said)}`)).status).toBe(200);
    await last.until(isPublished);
    expect(await last.end('SIGINT')).toEqual({ code: 0, signal: null });
    expect(last.events.filter(({ event }) => event === 'alarm')).toEqual([]);
    expectGoneOn(before as FolderContents, await auditFolder(data));
  });

  it('Ctrl-C during the start leaves nothing running', { timeout: 240_000 }, async () => {
    const data = join(folder, 'broken off');
    for (const what of ['starting the chain', 'creating the treasuries', 'buying service tokens for a wallet']) {
      const broken = serve(data);
      await broken.until((event) => event.event === 'step' && event.what === what);
      expect(await broken.end('SIGINT')).toEqual({ code: 0, signal: null });
      expect([broken.stderr, broken.events.filter(({ event }) => event === 'listening')]).toEqual(['', []]);
      expect(existsSync(join(data, 'lock'))).toBe(false);
    }
    const whole = serve(data);
    await whole.listening();
    expect(await whole.end('SIGINT')).toEqual({ code: 0, signal: null });
  });

  it('accepts records from outside', { timeout: 240_000 }, async () => {
    const data = join(folder, 'outside');
    const service = serve(
      data,
      '--source',
      'none',
      '--requests-per-second',
      '1',
      '--trust-proxy',
      '::1, 127.0.0.0/8',
      '--metrics',
      '127.0.0.2:0',
      '--drain',
      '600',
    );
    const said = await service.listening();
    expect(said.matches).toEqual([]);
    const [now, id] = [Date.parse(said.time), 15_000_001];
    const lines = matchLines({ seed: 'outside', fixtureId: id, startTime: now });
    const due = lines.filter((line) => JSON.parse(line).Ts <= now + 5 * 60_000).slice(0, 40);
    const stream = await StreamReader.open(`${said.url}/api/odds/stream`, tokensOf(said));
    const file = join(folder, 'records.ndjson');
    writeFileSync(file, `${due.join('\n')}\n`);
    const { code, stdout, stderr } = await linesman(['ingest', file, '--data', data]);
    expect([code, stdout, stderr]).toEqual([0, `${due.length} accepted, 0 repeated, 0 refused\n`, '']);
    await stream.until((text) => text.includes(`"FixtureId":${id}`));
    // A caller behind a proxy does not use up the limits of another one.
    const docs = async (forwarded: string) => (await ask(said, '/docs', { 'x-forwarded-for': forwarded })).status;
    await until(async () => (await docs('192.0.2.1')) === 429);
    expect(await docs('192.0.2.2')).toBe(200);
    expect(said.metrics).toMatch(/^http:\/\/127\.0\.0\.2:\d+\/metrics$/);
    expect(await (await fetch(said.metrics ?? '')).text()).toContain('linesman_ingest_records_total');
    // Load balancers see not-ready while it still answers; a second signal ends it at once.
    service.signal('SIGTERM');
    await until(async () => (await ask(said, '/readyz', {})).text.includes('The service is stopping.'));
    expect((await ask(said, '/docs', { 'x-forwarded-for': '192.0.2.3' })).status).toBe(200);
    expect(await service.end('SIGINT')).toEqual({ code: null, signal: 'SIGINT' });
    const { seqs } = await auditFolder(data);
    expect(Object.values(seqs).flat().length).toBe(due.length);
  });

  it('refuses a port that is in use', { timeout: 240_000 }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const data = join(folder, 'taken');
    try {
      for (const flags of [
        ['--rpc-port', `${port}`, '--port', '0'],
        ['--rpc-port', '0', '--port', `${port}`],
      ]) {
        const refused = new ServeProcess(['--data', data, ...flags]);
        expect(await refused.exit()).toEqual({ code: 2, signal: null });
        expect([refused.error?.number, refused.stderr]).toEqual([7131, '']);
        // It fails before the long set-up.
        const steps = refused.events.map((event) => event.event === 'step' && event.what);
        expect(steps).not.toContain('configuring the oracle');
      }
    } finally {
      taken.close();
    }
  });
});

/** The first output of a shell command. The command is then ended. */
async function firstOutput(command: string): Promise<string> {
  const shell = spawn('bash', ['-c', `exec ${command}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let text = '';
    for await (const chunk of shell.stdout) {
      text += chunk;
      if (/\n/.test(text)) break;
    }
    return text;
  } finally {
    shell.kill('SIGKILL');
  }
}

describe('flags of linesman serve', () => {
  const rpc = ['--rpc', 'http://127.0.0.1:1'];

  it.each([
    [['--port', '70000'], 7311, '--port "70000"'],
    [['--port', 'x'], 7311, '--port "x"'],
    [['--rpc-port', '-1'], 7311, '--rpc-port "-1"'],
    [['--metrics', 'x'], 7317, '--metrics "x"'],
    [['--metrics', '0.0.0.0'], 7317, '--metrics "0.0.0.0"'],
    [['--metrics', '::1:9464'], 7317, '--metrics "::1:9464"'],
    [['--metrics', '127.0.0.1:65536'], 7317, '--metrics "127.0.0.1:65536"'],
    [['--requests-per-second', '0'], 7311, '--requests-per-second "0"'],
    [['--connections-per-address', '0'], 7311, '--connections-per-address "0"'],
    [['--trust-proxy', 'true'], 7318, '--trust-proxy "true"'],
    [['--trust-proxy', '10.0.0.0/8,'], 7318, '--trust-proxy ""'],
    [['--trust-proxy', '0.0.0.0/0'], 7318, '--trust-proxy "0.0.0.0/0"'],
    [['--trust-proxy', '10.0.0.0/33'], 7318, '--trust-proxy "10.0.0.0/33"'],
    [['--speed', '0'], 7311, '--speed "0"'],
    [['--speed', 'fast'], 7311, '--speed "fast"'],
    [['--speed', '0.5'], 7311, '--speed "0.5"'],
    [['--speed', '10001'], 7311, '--speed "10001"'],
    [['--world-callers', '172.17.0.0/33'], 7318, '--world-callers "172.17.0.0/33"'],
    [['--world-callers', '0.0.0.0/0'], 7318, '--world-callers "0.0.0.0/0"'],
    ...['http://localhost:5173/', 'localhost:5173', 'http://dev.example:5173', 'HTTP://localhost:5173', '*'].map(
      (origin): [string[], number, string] => [['--dev-origin', origin], 7310, `--dev-origin "${origin}"`],
    ),
    [['--dev-origin', 'http://localhost:5173', '--host', '0.0.0.0'], 7309, '--host 0.0.0.0'],
    [['--public-rpc', 'ftp://u:secret@h'], 7313, '--public-rpc'],
    [['--at', 'tomorrow'], 7314, '--at "tomorrow"'],
    [['--at', '2020-01-01T00:00:00Z'], 7136, '2020-01-01'],
    [['--source', 'feed'], 7310, '--source "feed"'],
    [['--wire', 'other'], 7310, '--wire "other"'],
    [['--role', 'edge'], 7309, '--role'],
    [['--store', 'postgres://u:secret@h/d'], 7309, '--store'],
    [['--nats', 'nats://u:secret@h'], 7309, '--nats'],
    [['--tables', 'x.json'], 7309, '--tables'],
    [['--oracle', '1'.repeat(32)], 7309, '--oracle'],
    [['--settlement', '1'.repeat(32)], 7309, '--settlement'],
    [[...rpc, '--speed', '60'], 7309, '--speed 60'],
    [[...rpc, '--at', '2030-01-01'], 7309, '--at'],
    [[...rpc, '--seed', '7'], 7309, '--seed'],
    [[...rpc, '--script', 'halves'], 7309, '--script'],
    [[...rpc, '--source', 'generator'], 7309, '--source generator'],
    [[...rpc, '--nats', 'nats://h'], 7307, '--nats'],
    [[...rpc, '--role', 'edge,king'], 7310, '"king"'],
    [[...rpc, '--oracle', 'x'], 7312, '--oracle "x"'],
    [[...rpc, '--settlement', 'x'], 7312, '--settlement "x"'],
    [[...rpc, '--world-callers', 'loopback'], 7309, '--world-callers'],
    [[...rpc, '--dev-origin', 'http://localhost:5173'], 7309, '--dev-origin'],
    [[...rpc, '--role', 'publish', '--explorer'], 7309, '--explorer'],
    [[...rpc, '--tables', 'nowhere.json'], 7014, 'nowhere.json'],
    [['--rpc', 'ws://u:secret@h'], 7313, '--rpc'],
  ])('%j is refused', async (flags, number, text) => {
    const data = join(folder, 'flags');
    const { code, stdout, stderr } = await linesman(['serve', '--data', data, ...FREE, ...flags]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error ${number} `);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('secret');
    // The folder of a failed start must not block the next one.
    expect(existsSync(join(data, 'lock'))).toBe(false);
  });

  it('an unknown script is refused with the list of known ones', async () => {
    const { stderr } = await linesman(['serve', '--data', join(folder, 'flags'), ...FREE, '--script', 'dull']);
    expect(stderr).toContain('error 7283 ');
    const { stdout } = await linesman(['serve', '--help']);
    const listed = /Scripts: ([^;]+);/.exec(stdout)?.[1]?.split(/,\s+/) ?? [];
    const named = /there are ([^.]+)\./.exec(stderr)?.[1]?.split(', ') ?? [];
    expect(named).toEqual(listed);
    expect(named.length).toBeGreaterThan(10);
  });

  it('the help describes what each role needs', async () => {
    const { stdout } = await linesman(['serve', '--help']);
    for (const role of ROLES) expect(stdout).toMatch(new RegExp(`^  ${role} .*\\bkeys?\\b`, 'm'));
  });

  it('a folder with another world is left unchanged', async () => {
    const data = join(folder, 'another');
    mkdirSync(data);
    const world = JSON.stringify({ seed: 'a', start: 1_900_000_000_000, scripts: ['halves'], time: 1_900_000_000_001 });
    writeFileSync(join(data, 'world.json'), world);
    for (const flags of [
      ['--seed', 'b'],
      ['--at', '1900000000001'],
      ['--script', 'normal'],
    ]) {
      const { code, stderr } = await linesman(['serve', '--data', data, ...FREE, ...flags]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('error 7135 ')]);
    }
    expect(readFileSync(join(data, 'world.json'), 'utf8')).toBe(world);
  });
});
