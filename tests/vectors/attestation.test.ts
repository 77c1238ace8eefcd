import { describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { vouchers } from '../../ts/sdk/proof/attestation.js';
import type { AttestationVector, VouchersResult } from './attestationVector.js';
import { readAttestationCorpus } from './corpus.js';

const corpus = readAttestationCorpus();

function judge({ oracle, account, question }: AttestationVector): VouchersResult {
  const { set, kind, period, slot } = question;
  const bytes = {
    owner: hexToBytes(account.owner),
    address: hexToBytes(account.address),
    data: hexToBytes(account.data),
  };
  try {
    return { vouchers: vouchers(bytes, { oracle: hexToBytes(oracle), set: hexToBytes(set), kind, period, slot }) };
  } catch (error) {
    if (error instanceof LinesmanError) return { error: error.number };
    throw error;
  }
}

describe('attestations offline', () => {
  it.each(corpus.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', (_, __, vector) => {
    expect(judge(vector)).toEqual(vector.expect.typescript);
  });

  it('has valid vectors and every class of faults', () => {
    expect([...new Set(corpus.map((vector) => vector.class))].sort()).toEqual([
      'attestation-address',
      'attestation-kind',
      'attestation-length',
      'attestation-missing',
      'attestation-owner',
      'attestation-period',
      'attestation-set',
      'attestation-slot',
      'attestation-too-few',
      'attestation-type',
      'valid',
    ]);
  });
});
