export { readKeypair } from './readKeypair.js';
