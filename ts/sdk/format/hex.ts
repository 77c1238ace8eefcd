export { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
