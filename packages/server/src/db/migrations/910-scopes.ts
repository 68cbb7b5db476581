import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Where the rights of people and keys hold; null: everywhere. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "users" add column "scope" text;
alter table "api_keys" add column "scope" text;
`,
  )
