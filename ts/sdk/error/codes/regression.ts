import { named } from '../named.js';

/** Proof regression: cases, ledgers, engines and foreign verifiers: 7360–7379. */

export const MALFORMED_CASE = /* @__PURE__ */ named(7360, 'MalformedCase');
export const NO_CASES = /* @__PURE__ */ named(7361, 'NoCases');
export const REPEATED_CASE = /* @__PURE__ */ named(7362, 'RepeatedCase');
export const CASE_EXISTS = /* @__PURE__ */ named(7363, 'CaseExists');
export const MALFORMED_LEDGER = /* @__PURE__ */ named(7364, 'MalformedLedger');
export const UPDATE_IN_CI = /* @__PURE__ */ named(7365, 'UpdateInCi');
export const CASE_WITHOUT_ENTRY = /* @__PURE__ */ named(7366, 'CaseWithoutEntry');
export const ENGINE_NOT_INSTALLED = /* @__PURE__ */ named(7367, 'EngineNotInstalled');
export const PROGRAM_NOT_USABLE = /* @__PURE__ */ named(7368, 'ProgramNotUsable');
export const VERIFIER_FAILED = /* @__PURE__ */ named(7369, 'VerifierFailed');
export const SECRET_IN_CASE = /* @__PURE__ */ named(7370, 'SecretInCase');
export const WORKER_FAILED = /* @__PURE__ */ named(7371, 'WorkerFailed');
export const MALFORMED_RECORDING = /* @__PURE__ */ named(7372, 'MalformedRecording');
export const NO_RECORDING = /* @__PURE__ */ named(7373, 'NoRecording');
export const OTHER_RECORDING = /* @__PURE__ */ named(7374, 'OtherRecording');
export const PACKAGE_NEEDED = /* @__PURE__ */ named(7375, 'PackageNeeded');
export const PROJECT_FILES_EXIST = /* @__PURE__ */ named(7376, 'ProjectFilesExist');
export const CI_NOT_ADDED = /* @__PURE__ */ named(7377, 'CiNotAdded');
