import type { FastifyInstance } from 'fastify';
import { fail } from '../../error/index.js';

/** Listens at host and port (0: a free one); gives the address by which this machine reaches it. Errors: 7131 it cannot be listened on. */
export async function listenAt(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    return fail(7131, { message: `${host}:${port} cannot be listened on: ${code ?? message}.`, cause });
  }
}
