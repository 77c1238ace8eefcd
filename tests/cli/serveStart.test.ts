import { afterAll, describe, expect, it } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { leftOut } from '../helpers/leftOut.js';
import { logFaults } from '../helpers/service/logFaults.js';
import { ServeProcess, tokensOf } from '../helpers/service/serveProcess.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('a start of linesman serve: there is no embedded chain on this platform.');

const folder = temporaryFolder('serve-start');
afterAll(() => ServeProcess.killAll());

describe.runIf(isHere)('one start of linesman serve', () => {
  it('answers, publishes and ends', async () => {
    const service = new ServeProcess(['--data', folder, '--port', '0', '--rpc-port', '0', '--speed', '60']);
    const said = await service.listening();
    const headers = tokensOf(said);
    const status = async (path: string, sent: Record<string, string>): Promise<number> =>
      (await fetch(`${said.url}${path}`, { headers: sent })).status;
    expect(await status('/readyz', {})).toBe(200);
    const snapshot = `/api/scores/snapshot/${said.matches[0]?.fixtureId}`;
    expect([await status(snapshot, headers), await status(snapshot, {})]).toEqual([200, 401]);
    await service.until(({ event }) => event === 'published');
    expect(await service.end('SIGINT')).toEqual({ code: 0, signal: null });
    expect(service.events.filter(({ event }) => event === 'alarm' || event === 'failure')).toEqual([]);
    expect(service.events.flatMap(logFaults)).toEqual([]);
    expect([service.error, service.stderr]).toEqual([null, '']);
  });
});
