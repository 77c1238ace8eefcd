import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes all pending answers when their connection ends. Node only notifies the current one, so the pipelined answers
 * behind it would never release their resources.
 */
export function closeQueuedAnswers(server: Server): void {
  const open = new WeakMap<
    Socket,
    { readonly answers: Set<ServerResponse>; readonly end: (this: ServerResponse) => void }
  >();
  server.on('connection', (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    // Shared by all answers of the connection.
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

/** The action of Node on the current answer. */
function close(answer: ServerResponse): void {
  answer.destroyed = true;
  answer.emit('close');
}
