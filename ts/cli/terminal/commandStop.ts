import { isatty } from 'node:tty';
import { type StopOptions, type StopSignals, stopSignals } from '@linesman/sdk/internal/node/stopSignals';
import { watchParent } from './parentWatch.js';
import { typedAs } from './typedAs.js';

/**
 * Stops a long-running command on signals and when its terminal is closed. If npx started it, also stops it when npx is
 * killed, because that does not send a signal. If the command runs without a terminal (nohup, systemd, Docker), the
 * closing of another terminal does not stop it, neither by its signal nor by the end of npx.
 */
export function commandStop({ given, onStop }: Pick<StopOptions, 'given' | 'onStop'>): StopSignals {
  const lost = new AbortController();
  const endWatch = typedAs() === 'linesman' ? () => {} : watchParent(() => lost.abort(), { isByNpm: true });
  const stop = stopSignals({
    given: given ? AbortSignal.any([given, lost.signal]) : lost.signal,
    ...(onStop && { onStop }),
    ...([0, 1, 2].some((stream) => isatty(stream)) ? {} : { onIgnoredHangUp: endWatch }),
  });
  return {
    ...stop,
    end: () => {
      endWatch();
      stop.end();
    },
  };
}
