import { readFileSync } from 'node:fs';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { type ScoreStat, statLeafHash } from '../../ts/sdk/format/scoreStat.js';

/**
 * The worked example as committed. One hash is stored as its preimage: every final record with five home corners has
 * that leaf, including recordings that may not be published, and the check for committed recordings cannot tell them
 * apart.
 */
const LEAF = bytesToHex(statLeafHash({ key: 7, value: 5, period: 100 } as ScoreStat));
const WRITTEN = 'sha256(key 7, value 5, period 100)';

export const KNOWN_ANSWERS_FILE = new URL('known-answers.json', import.meta.url);

export const writeKnownAnswers = (answers: object): string =>
  `${JSON.stringify(answers, null, 1).replaceAll(LEAF, WRITTEN)}\n`;

/** With every hash as hex. */
export const readKnownAnswers = (file = KNOWN_ANSWERS_FILE) =>
  JSON.parse(readFileSync(file, 'utf8').replaceAll(WRITTEN, LEAF));
