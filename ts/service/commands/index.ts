import type { CommandAdder } from 'linesman/cli';
import { addAudit } from './archive/audit.js';
import { addExport } from './archive/export.js';
import { addImport } from './archive/import.js';
import { addAccess } from './database/access.js';
import { addMigrate } from './database/migrate.js';
import { addConfigure } from './oracle/configure.js';
import { addDeploy } from './oracle/deploy.js';
import { addServe } from './oracle/serve.js';
import { addIngest } from './records/ingest.js';

export { runDeploy } from './oracle/runDeploy.js';

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
