import type { Duplex } from 'node:stream';

const TEXTS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
} as const;

/**
 * Answers bytes that never became a request, unless an answer has already started, and closes the connection. `more`:
 * further header lines, each with its line end.
 */
export function refuseConnection(socket: Duplex, status: keyof typeof TEXTS, more = ''): void {
  const begun = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent === true;
  if (socket.writable && !begun) {
    const text = TEXTS[status];
    socket.write(
      `HTTP/1.1 ${status} ${text}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
        `Content-Length: ${text.length}\r\n${more}Connection: close\r\n\r\n${text}`,
    );
  }
  socket.destroy();
}
