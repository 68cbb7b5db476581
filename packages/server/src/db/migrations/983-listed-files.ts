import { type Bare, runStatements } from '#db/migrations/table.ts'

/** The files that rules of media zones have found. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "pages" add column "listed" text;
`,
  )
