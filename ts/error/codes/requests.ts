/** Requests as HTTP carries them: 7200–7229. */

export const TOO_MANY_CONNECTIONS = 7200;
export const REQUEST_INCOMPLETE = 7201;
export const METHOD_NOT_ALLOWED = 7202;
