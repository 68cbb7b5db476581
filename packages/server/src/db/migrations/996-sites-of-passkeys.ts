import { type Bare, runStatements } from '#db/migrations/table.ts'

/** The host name of the console where a passkey was added, which is the only one where it works; null: not known. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "passkeys" add column "site" text;
`,
  )
