import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets every answer of a server that closes reach its reader. Node takes a connection for idle as soon as its answer is written, and cuts it, while the
 * bytes still wait for a reader that is behind. Who never reads is the business of the limits of streams, of connections and of the stop.
 */
export function sentBeforeClosing(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const watched = new WeakSet<ServerResponse>();
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const answers = [...sockets].flatMap((socket) => answerOf(socket) ?? []);
    const written = answers.filter(({ writableEnded }) => writableEnded);
    mark(written, false);
    closeIdle();
    mark(written, true);
    for (const answer of answers) {
      if (watched.has(answer)) continue;
      watched.add(answer);
      const { socket } = answer;
      // Its head may have been sent before the stop: it promises that the connection stays, and nobody would close it.
      answer.once('finish', () => socket?.writable && server.closeIdleConnections());
    }
  };
}

/** The answer whose turn it is. */
const answerOf = (socket: Socket): ServerResponse | null | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

/** By this Node tells whether a connection is idle. */
function mark(answers: readonly { finished: boolean }[], finished: boolean): void {
  for (const answer of answers) answer.finished = finished;
}
