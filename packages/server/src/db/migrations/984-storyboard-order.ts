import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Whether each round of a storyboard plays its pages in another order. */
export const up = (db: Bare): Promise<void> =>
  runStatements(db, 'alter table "storyboards" add column "shuffle" integer not null default 0;')
