import type { CommandTable } from '@linesman/cli';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: CommandTable = {
  deploy: async () => (await import('./oracle/deploy.js')).deployCommand,
  'upgrade-authority': async () => (await import('./oracle/upgradeAuthority.js')).upgradeAuthorityCommand,
  configure: async () => (await import('./oracle/configure.js')).configureCommand,
  'publish-late': async () => (await import('./oracle/publishLate.js')).publishLateCommand,
  serve: async () => (await import('./oracle/serve.js')).serveCommand,
  migrate: async () => (await import('./database/migrate.js')).migrateCommand,
  access: async () => (await import('./database/access.js')).accessCommand,
  ingest: async () => (await import('./records/ingest.js')).ingestCommand,
  export: async () => (await import('./archive/export.js')).exportCommand,
  import: async () => (await import('./archive/import.js')).importCommand,
  attest: async () => (await import('./attest/attest.js')).attestCommand,
  attesters: async () => (await import('./attesters/attesters.js')).attestersCommand,
  audit: async () => (await import('./archive/audit.js')).auditCommand,
};
