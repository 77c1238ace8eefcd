import { Server } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../tests/helpers/temporaryFolder.js';
import { listenForRecords } from './listenForRecords.js';

test('a sender that cannot be taken is told of, and ends nothing', async () => {
  const folder = temporaryFolder('socket');
  const listen = vi.spyOn(Server.prototype, 'listen');
  const failures: unknown[] = [];
  const onFailure = (error: unknown): unknown => failures.push(error);
  const socket = await listenForRecords({ ingest: {} as never, path: join(folder, 'records') }, { onFailure });
  const full = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  (listen.mock.contexts[0] as Server).emit('error', full);
  expect(failures).toEqual([full]);
  listen.mockRestore();
  await socket.close();
});
