import { join } from 'node:path';
import { StreamFile } from '../../../ts/regress/stream/streamFile.js';
import {
  type RecordedLine,
  type RecordedStream,
  type RecordingHeader,
  streamFileName,
} from '../../../ts/regress/stream/streamLine.js';

/** The first line of a recorded stream, of a service that does not exist. */
export const headerOf = (stream: RecordedStream): RecordingHeader => ({
  linesman: 1,
  stream,
  service: 'https://oracle.example',
  fixture: null,
  wire: null,
  start: 1,
});

/** Writes the file of a stream into the folder of a recording. */
export function writeRecordedStream(folder: string, stream: RecordedStream, lines: readonly RecordedLine[]): void {
  const { file } = StreamFile.open(join(folder, streamFileName(stream)), headerOf(stream), () => {});
  for (const line of lines) file.add(line);
  file.close();
}
