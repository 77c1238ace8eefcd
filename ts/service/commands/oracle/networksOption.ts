import { isIP } from 'node:net';
import type { Parser } from '@linesman/cli';
import { fail, MALFORMED_NETWORK } from '@linesman/sdk/error';
import { NAMED_NETWORKS } from '../../edge/http/networks.js';

/**
 * An address, a network like `10.0.0.0/8`, or the name of networks. Errors: MALFORMED_NETWORK, also for a network that
 * contains every address.
 */
export const parseNetwork: Parser<string> = (network, option) => {
  const [address = '', bits, ...more] = network.split('/');
  const version = isIP(address);
  const isNetwork =
    version !== 0 &&
    more.length === 0 &&
    (bits === undefined ||
      (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128) && !address.includes('%')));
  if (isNetwork || NAMED_NETWORKS.includes(network)) return network;
  return fail(MALFORMED_NETWORK, { option, value: network, named: NAMED_NETWORKS });
};
