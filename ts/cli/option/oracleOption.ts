import type { Address } from '@linesman/sdk/internal/program/address/address';
import { parseAddress } from './optionValue.js';
import { type OptionRow, option } from './row.js';

/** Option for an oracle program other than that of the local deployment. `where` says more about its chain. */
export const oracleOption = (where = ''): OptionRow<Address | undefined> =>
  option('<address>', `oracle program${where}, if it is another deployment`, parseAddress);
