import type { CommandAdder } from 'linesman/cli';
import { addAccess } from './command/access.js';
import { addAudit } from './command/audit.js';
import { addConfigure } from './command/configure.js';
import { addDeploy } from './command/deploy.js';
import { addExport } from './command/export.js';
import { addImport } from './command/import.js';
import { addIngest } from './command/ingest.js';
import { addMigrate } from './command/migrate.js';
import { addServe } from './command/serve.js';

export { runDeploy } from './runDeploy.js';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  deploy: addDeploy,
  configure: addConfigure,
  serve: addServe,
  migrate: addMigrate,
  access: addAccess,
  ingest: addIngest,
  export: addExport,
  import: addImport,
  audit: addAudit,
};
