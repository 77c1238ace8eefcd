import { teamColours } from 'linesman/format';
import type { Side, Sides } from './outcomeWords.js';

interface TeamMarkProps {
  /** Both teams of the match. */
  readonly names: Sides;
  readonly side: Side;
}

/** A mark in the colour of a team; its name stands beside it, so it says nothing by itself. */
export const TeamMark = ({ names, side }: TeamMarkProps) => (
  <i class="team-mark" aria-hidden="true" style={{ '--team': teamColours(names)[side] }} />
);
