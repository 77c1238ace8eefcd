import { named } from '../named.js';

/** Options and arguments that programs pass to functions: 7165–7189. */

export const SPORT_NOT_TRUSTED = /* @__PURE__ */ named(7165, 'SportNotTrusted');
export const UNKNOWN_OPTION = /* @__PURE__ */ named(7166, 'UnknownOption');
export const MISSING_OPTION = /* @__PURE__ */ named(7167, 'MissingOption');
export const WRONG_OPTION = /* @__PURE__ */ named(7168, 'WrongOption');
export const REPEATED_KEY = /* @__PURE__ */ named(7170, 'RepeatedKey');
export const CLIENT_LIBRARY_UNFIT = /* @__PURE__ */ named(7171, 'ClientLibraryUnfit');
export const OTHER_GENESIS = /* @__PURE__ */ named(7172, 'OtherGenesis');
export const NOT_CONFIRMED = /* @__PURE__ */ named(7173, 'NotConfirmed');
export const OUTSIDE_FAILURE = /* @__PURE__ */ named(7174, 'OutsideFailure');
export const LEVEL_NOT_LOGGED = /* @__PURE__ */ named(7180, 'LevelNotLogged');
