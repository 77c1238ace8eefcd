import { addressOf } from '@linesman/sdk/internal/program/address/address';
import type { VerifyResult } from '@linesman/sdk/internal/proof/verify';

/**
 * The output of `verify --json` for a valid proof. `verdict` is null without a condition; `final`, `signed`,
 * `published` and `attested` are null if neither the proof nor the command line determines them. `slot` is the 5-minute
 * slot of the day; for fixtures, the hour of the ten-day window.
 */
export function verdictJson(result: VerifyResult, sport: string): object {
  const { attested } = result;
  const common = {
    epochDay: result.epochDay,
    slot: 'slot' in result ? result.slot : result.index,
    mainRoot: result.mainRoot,
    published: result.published,
    attested: attested && { ...attested, set: addressOf(attested.set) },
  };
  switch (result.kind) {
    case 'stat':
      return {
        valid: true,
        verdict: result.verdict,
        facts: result.facts,
        final: result.final,
        fixtureId: result.fixtureId,
        ...common,
        signed: result.signed,
        format: result.format,
        sport,
      };
    case 'odds':
      return {
        valid: true,
        verdict: null,
        facts: [{ kind: 'odds', record: result.odds }],
        final: null,
        fixtureId: result.fixtureId,
        ...common,
        signed: result.signed,
        format: 'current',
      };
    case 'fixture':
      return {
        valid: true,
        verdict: null,
        facts: [{ kind: 'fixture', record: result.snapshot }],
        final: null,
        fixtureId: result.fixtureId,
        ...common,
        signed: null,
        format: 'current',
      };
    case 'fixture-batch':
      return {
        valid: true,
        verdict: null,
        facts: [{ kind: 'batch', record: result.metadata }],
        final: null,
        fixtureId: null,
        ...common,
        signed: null,
        format: 'current',
      };
  }
}
