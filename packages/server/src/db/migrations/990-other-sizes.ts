import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Sizes of screens besides the specified ones, as JSON; null: a specified one. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "devices" add column "otherSize" text;
alter table "device_configurations" add column "otherSize" text;
`,
  )
