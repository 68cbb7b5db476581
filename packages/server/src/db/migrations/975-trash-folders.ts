import { type Bare, runStatements } from '#db/migrations/table.ts'

/** The folder of deleted media and folders, for people whose rights hold for some folders. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "trash" add column "folderId" text;
`,
  )
