import type { StreamAccess } from '../../../ts/service/edge/stream/reader.js';

/** Access of one period for tests of streams. Default: everything in real time, without an end. */
export function streamAccess({
  tokenId = 't',
  wallet = 'w',
  version = 1,
  endsAt = Number.MAX_SAFE_INTEGER,
  samplingSeconds = 0,
  seesLeague = () => true,
  seesMarket = () => true,
}: Partial<Pick<StreamAccess, 'tokenId' | 'wallet' | 'version' | 'seesLeague'>> & {
  readonly endsAt?: number;
  readonly samplingSeconds?: number;
  readonly seesMarket?: (market: string) => boolean;
} = {}): StreamAccess {
  const access: StreamAccess = {
    tokenId,
    wallet,
    version,
    changesAt: endsAt,
    intervals: [samplingSeconds],
    seesLeague,
    sampling: (leagueId, market) => (seesLeague(leagueId) && seesMarket(market) ? samplingSeconds : null),
    at: (now) => (now < endsAt ? access : null),
  };
  return access;
}
