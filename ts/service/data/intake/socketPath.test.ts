import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/helpers/temporaryFolder.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { isListening, socketPath } from './socketPath.js';

test('a path that fits into a socket address is used as it is, a longer one only from the present folder', async () => {
  const folder = temporaryFolder('socket');
  const pathOf = (bytes: number): string => join(folder, 'x'.repeat(bytes - folder.length - 1));
  const server = createServer().listen(pathOf(107));
  try {
    await once(server, 'listening');
    expect(socketPath(pathOf(107))).toBe(pathOf(107));
    expect(await isListening(pathOf(107))).toBe(true);
    expect(outcome(() => socketPath(pathOf(108)))).toBe(7112);
    expect(socketPath(join(process.cwd(), 'x'.repeat(107)))).toBe('x'.repeat(107));
    expect(outcome(() => socketPath(join(process.cwd(), 'é'.repeat(54))))).toBe(7112);
  } finally {
    server.close();
  }
});
