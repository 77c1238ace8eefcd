import { named } from '../named.js';

/** Running a service: intake, database, archive, chain: 7105–7149. */

export const SERVICE_RUNNING = /* @__PURE__ */ named(7105, 'ServiceRunning');
export const SERVICE_NOT_RUNNING = /* @__PURE__ */ named(7106, 'ServiceNotRunning');
export const STORE_IN_USE = /* @__PURE__ */ named(7107, 'StoreInUse');
export const INTAKE_LOST = /* @__PURE__ */ named(7108, 'IntakeLost');
export const STORE_NOT_REACHABLE = /* @__PURE__ */ named(7109, 'StoreNotReachable');
export const BROKER_NOT_REACHABLE = /* @__PURE__ */ named(7110, 'BrokerNotReachable');
export const UNSUITABLE_STREAM = /* @__PURE__ */ named(7111, 'UnsuitableStream');
export const INVALID_SOCKET_PATH = /* @__PURE__ */ named(7112, 'InvalidSocketPath');
export const MIGRATIONS_MISSING = /* @__PURE__ */ named(7115, 'MigrationsMissing');
export const SERVICE_STOPPING = /* @__PURE__ */ named(7116, 'ServiceStopping');
export const DATABASE_NOT_USABLE = /* @__PURE__ */ named(7117, 'DatabaseNotUsable');
export const DAY_NOT_SEALED = /* @__PURE__ */ named(7120, 'DayNotSealed');
export const ARCHIVE_DAMAGED = /* @__PURE__ */ named(7121, 'ArchiveDamaged');
export const EMPTY_DAY = /* @__PURE__ */ named(7122, 'EmptyDay');
export const ARCHIVE_EXISTS = /* @__PURE__ */ named(7123, 'ArchiveExists');
export const ARCHIVE_CONFLICT = /* @__PURE__ */ named(7124, 'ArchiveConflict');
export const UNKNOWN_ARCHIVE_VERSION = /* @__PURE__ */ named(7125, 'UnknownArchiveVersion');
export const ARCHIVE_NOT_ON_CHAIN = /* @__PURE__ */ named(7126, 'ArchiveNotOnChain');
export const UNSEALED_RECORDS = /* @__PURE__ */ named(7127, 'UnsealedRecords');
export const STORE_NOT_OPENED = /* @__PURE__ */ named(7128, 'StoreNotOpened');
export const ARCHIVE_NOT_WRITTEN = /* @__PURE__ */ named(7129, 'ArchiveNotWritten');
export const NO_EMBEDDED_CHAIN = /* @__PURE__ */ named(7130, 'NoEmbeddedChain');
export const PORT_TAKEN = /* @__PURE__ */ named(7131, 'PortTaken');
export const EMBEDDED_CHAIN_FAILED = /* @__PURE__ */ named(7132, 'EmbeddedChainFailed');
export const FOLDER_IN_USE = /* @__PURE__ */ named(7133, 'FolderInUse');
export const DEPLOYMENT_DIFFERS = /* @__PURE__ */ named(7134, 'DeploymentDiffers');
export const INVALID_DATA_FOLDER = /* @__PURE__ */ named(7135, 'InvalidDataFolder');
export const WORLD_IN_THE_PAST = /* @__PURE__ */ named(7136, 'WorldInThePast');
export const PROGRAM_NOT_DEPLOYED = /* @__PURE__ */ named(7137, 'ProgramNotDeployed');
export const NOT_UPGRADE_AUTHORITY = /* @__PURE__ */ named(7138, 'NotUpgradeAuthority');
export const UNUSABLE_MINT = /* @__PURE__ */ named(7139, 'UnusableMint');
export const TRANSACTION_NOT_KNOWN = /* @__PURE__ */ named(7143, 'TransactionNotKnown');
export const CLOCK_AHEAD = /* @__PURE__ */ named(7145, 'ClockAhead');
export const RECORD_NOT_STORABLE = /* @__PURE__ */ named(7148, 'RecordNotStorable');
