import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Storyboards that keep what a place shows in a local slot of the storyboard `madeFor`. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "storyboards" add column "slot" text;
alter table "storyboards" add column "placeId" text;
create unique index "storyboards_slots" on "storyboards" ("madeFor", "slot", "placeId") where "slot" is not null;
create index "storyboards_places" on "storyboards" ("placeId") where "placeId" is not null;
`,
  )
