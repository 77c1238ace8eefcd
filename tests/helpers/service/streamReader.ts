import { type ClientRequest, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { Changes } from './changes.js';

/** A stream over a real connection. */
export class StreamReader {
  text = '';
  /** Bytes on the wire. */
  bytes = 0;
  ended = false;
  private readonly changes = new Changes();

  private constructor(
    private readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
    });
    const body = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
    body.on('data', (chunk: Buffer) => {
      this.text += chunk.toString();
      this.changes.tell();
    });
    const end = () => {
      this.ended = true;
      this.changes.tell();
    };
    // Decompressed text ends after the bytes that carry it, unless these break off.
    body.on('close', end).on('end', end).on('error', end);
    response.on('close', () => response.complete || end()).on('error', end);
  }

  static open(url: string, headers: Record<string, string>): Promise<StreamReader> {
    return new Promise((resolve, reject) => {
      const request = get(url, { headers, agent: false }, (response) => resolve(new StreamReader(request, response)));
      request.on('error', reject);
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** Waits until the text matches. Fails when the stream ends first. */
  async until(fits: (text: string) => boolean): Promise<string> {
    while (!fits(this.text)) {
      if (this.ended) throw new Error(`the stream has ended: ${this.text.slice(-200)}`);
      await this.changes.next();
    }
    return this.text;
  }

  /** Takes the complete events out of the text. A part that is cut from all of the text would keep all of it alive. */
  takeEvents(): string {
    const end = this.text.lastIndexOf('\n\n') + 2;
    if (end < 2) return '';
    const events = this.text.slice(0, end);
    this.text = this.text.slice(end);
    return events;
  }

  async end(): Promise<string> {
    while (!this.ended) await this.changes.next();
    return this.text;
  }

  close(): void {
    this.request.destroy();
  }
}
