import type { Sport } from '@linesman/sdk/format';

/** A league in the operator's table. */
export interface League {
  /** int32: the `CompetitionId` of its fixtures, and the id that entitlements list. */
  readonly id: number;
  readonly name: string;
  readonly sport: Sport;
  readonly countryId: number;
  readonly fixtureGroupId: number;
  /** The stats that its source states. Default: every stat of the sport. */
  readonly statKeys?: readonly number[];
}

/** A fictional team. */
export interface Team {
  readonly id: number;
  readonly name: string;
}
