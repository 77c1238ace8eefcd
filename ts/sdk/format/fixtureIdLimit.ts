/** Fixture ids are at least 1 and below this: in a leaf, bits 48 and up of the id hold the fixture's state. */
export const FIXTURE_ID_LIMIT = 2 ** 48;
