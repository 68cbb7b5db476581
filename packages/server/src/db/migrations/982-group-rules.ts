import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Which screens groups take in, and what rules have done with screens. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "device_groups" add column "rule" text;
alter table "devices" add column "ruleGroupId" text;
alter table "devices" add column "cameFrom" text;
alter table "devices" add column "pinnedTo" text;
create index "device_groups_ruled" on "device_groups" ("organizationId") where "rule" is not null;
`,
  )
