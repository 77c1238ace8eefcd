/** `LINESMAN_FEATURES=all` runs any test of programs, or on the embedded chain, under every feature. */
export const EVERY_FEATURE = process.env.LINESMAN_FEATURES === 'all';
