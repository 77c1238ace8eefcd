import { isatty } from 'node:tty';
import { type StopOptions, type StopSignals, stopSignals } from '../../node/index.js';
import { watchParent } from './parentWatch.js';
import { typedAs } from './typedAs.js';

/**
 * What ends a command that runs on: signals; a terminal that is closed; and, of one that npx has started, that npx is killed, of which nobody
 * else would tell it. Without a terminal, as below nohup, systemd or Docker, that one is closed somewhere ends nothing: neither the signal, nor
 * that npx ends by it.
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
