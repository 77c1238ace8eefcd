import { atRpcOption } from '@linesman/sdk/internal/rpc/atRpcOption';

/** A request to the node of `--rpc`, which fails with CHAIN_NOT_REACHABLE when there is no answer. */
export const askedOf =
  <A extends unknown[], T>(question: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> =>
    atRpcOption(() => question(...args));
