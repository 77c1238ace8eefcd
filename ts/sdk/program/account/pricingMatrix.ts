import { publicKey, struct, type ValueOf, vec } from '../borsh/codec.js';
import { serviceRow } from '../wire/serviceRow.js';
import { defineAccount } from './define.js';

const codec = struct({ admin: publicKey, rows: vec(serviceRow) });
export type PricingMatrix = ValueOf<typeof codec>;

/** The price list: one row for each service level. */
export const pricingMatrixAccount = defineAccount('PricingMatrix', codec);
