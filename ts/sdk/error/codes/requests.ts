import { named } from '../named.js';

/** HTTP requests: 7200–7229. */

export const TOO_MANY_CONNECTIONS = /* @__PURE__ */ named(7200, 'TooManyConnections');
export const REQUEST_INCOMPLETE = /* @__PURE__ */ named(7201, 'RequestIncomplete');
export const METHOD_NOT_ALLOWED = /* @__PURE__ */ named(7202, 'MethodNotAllowed');
export const TOO_MANY_LONG_ANSWERS = /* @__PURE__ */ named(7203, 'TooManyLongAnswers');
