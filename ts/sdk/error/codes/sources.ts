import { named } from '../named.js';

/** Where records come from: brokers, simulated seasons, and the sources of attesters: 7280–7299. */

export const INVALID_NATS_ADDRESS = /* @__PURE__ */ named(7280, 'InvalidNatsAddress');
export const INVALID_NATS_NAME = /* @__PURE__ */ named(7281, 'InvalidNatsName');
export const INVALID_REFUSED_SUBJECT = /* @__PURE__ */ named(7282, 'InvalidRefusedSubject');
export const UNKNOWN_SCRIPT = /* @__PURE__ */ named(7283, 'UnknownScript');
export const INVALID_SEASON = /* @__PURE__ */ named(7284, 'InvalidSeason');
export const SOURCE_SHOWS_PART = /* @__PURE__ */ named(7285, 'SourceShowsPart');
export const SOURCE_TWICE = /* @__PURE__ */ named(7286, 'SourceTwice');
