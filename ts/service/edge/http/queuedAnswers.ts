import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets every answer of a connection that ends hear of it. Node tells only the one whose turn it is: those behind it, of requests that were sent
 * ahead, would hold for good what they give back when they close.
 */
export function closeQueuedAnswers(server: Server): void {
  const open = new WeakMap<
    Socket,
    { readonly answers: Set<ServerResponse>; readonly end: (this: ServerResponse) => void }
  >();
  server.on('connection', (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    // One for all answers of the connection.
    function end(this: ServerResponse): void {
      answers.delete(this);
    }
    open.set(socket, { answers, end });
    socket.once('close', () => {
      for (const answer of answers) if (answer.socket === null) close(answer);
    });
  });
  server.prependListener('request', ({ socket }, answer: ServerResponse) => {
    const of = open.get(socket);
    if (!of) return;
    of.answers.add(answer);
    answer.on('finish', of.end).on('close', of.end);
  });
}

/** What Node does with the answer whose turn it is. */
function close(answer: ServerResponse): void {
  answer.destroyed = true;
  answer.emit('close');
}
