/** Options and arguments of functions, as programs pass them: 7165–7189. */

export const SPORT_NOT_TRUSTED = 7165;
export const UNKNOWN_OPTION = 7166;
export const MISSING_OPTION = 7167;
export const WRONG_OPTION = 7168;
export const REPEATED_KEY = 7170;
export const LEVEL_NOT_LOGGED = 7180;
