import {
  bool,
  int32,
  list,
  object,
  positiveInt32,
  required,
  type TypeOf,
  text,
  textLike,
  time,
} from '../schema/codec.js';

const gender = textLike('^(male|female)$');

const PLAYER = object({
  id: required(text),
  normativeId: required(positiveInt32),
  country: required(text),
  team: required(text),
  dateOfBirth: required(textLike('^\\d{4}-\\d{2}-\\d{2}$')),
  gender: required(gender),
  preferredName: required(text),
  updateDateMillis: required(time),
});

/** One entry per team, with its players. */
export const LINEUPS = list(
  object({
    id: required(text),
    normativeId: required(positiveInt32),
    preferredName: required(text),
    gender: required(gender),
    updateDateMillis: required(time),
    lineups: required(
      list(
        object({
          fixturePlayerId: required(positiveInt32),
          statusId: required(int32),
          positionId: required(int32),
          unitId: required(int32),
          rosterNumber: required(text),
          starter: required(bool),
          starred: required(bool),
          player: required(PLAYER),
        }),
      ),
    ),
  }),
);
export type Lineups = TypeOf<typeof LINEUPS>;
