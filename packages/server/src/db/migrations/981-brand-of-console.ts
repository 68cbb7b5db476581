import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Whether the console shows an organization's brand, and at which host name. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "organizations" add column "branded" integer not null default 0;
alter table "organizations" add column "host" text;
create unique index "organizations_host" on "organizations" ("host");
`,
  )
