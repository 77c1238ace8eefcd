import type { DocumentNode } from '../../proof/document.js';
import { type Address, isAddress } from './address.js';

/** An address in Base58. Errors: MALFORMED_RESPONSE. */
export const addressIn = (node: DocumentNode): Address =>
  isAddress(node.value) ? node.value : node.wrong('an address');
