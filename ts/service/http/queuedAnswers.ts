import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets every answer of a connection that ends hear of it. Node tells only the one whose turn it is: those behind it, of requests that were sent
 * ahead, would hold for good what they give back when they close.
 */
export function closeQueuedAnswers(server: Server): void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    open.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) if (answer.socket === null) close(answer);
    });
  });
  server.prependListener('request', ({ socket }, answer: ServerResponse) => {
    const answers = open.get(socket);
    answers?.add(answer);
    for (const end of ['finish', 'close']) answer.once(end, () => answers?.delete(answer));
  });
}

/** What Node does with the answer whose turn it is. */
function close(answer: ServerResponse): void {
  answer.destroyed = true;
  answer.emit('close');
}
