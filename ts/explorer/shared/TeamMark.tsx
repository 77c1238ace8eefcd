import { teamColours } from '@linesman/sdk/format';
import type { Side, Sides } from './outcomeWords.js';

interface TeamMarkProps {
  /** Both teams of the match. */
  readonly names: Sides;
  readonly side: Side;
}

/** A mark in the colour of a team; the team's name is beside it, so screen readers skip the mark. */
export const TeamMark = ({ names, side }: TeamMarkProps) => (
  <i class="team-mark" aria-hidden="true" style={{ '--team': teamColours(names)[side] }} />
);
