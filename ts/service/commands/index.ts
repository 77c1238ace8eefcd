import type { CommandTable } from 'linesman/cli';
import type { runDeploy as deploy } from './oracle/runDeploy.js';

/** For the script of `anchor migrate`. */
export const runDeploy: typeof deploy = async (...asked) => (await import('./oracle/runDeploy.js')).runDeploy(...asked);

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: CommandTable = {
  deploy: async () => (await import('./oracle/deploy.js')).addDeploy,
  'upgrade-authority': async () => (await import('./oracle/upgradeAuthority.js')).addUpgradeAuthority,
  configure: async () => (await import('./oracle/configure.js')).addConfigure,
  serve: async () => (await import('./oracle/serve.js')).addServe,
  migrate: async () => (await import('./database/migrate.js')).addMigrate,
  access: async () => (await import('./database/access.js')).addAccess,
  ingest: async () => (await import('./records/ingest.js')).addIngest,
  export: async () => (await import('./archive/export.js')).addExport,
  import: async () => (await import('./archive/import.js')).addImport,
  audit: async () => (await import('./archive/audit.js')).addAudit,
};
