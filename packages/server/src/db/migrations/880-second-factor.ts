import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Codes of authenticator apps, and where sessions are used from. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "second_factors" (
  "id" text primary key references "users" ("id") on delete cascade,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "sealed" text,
  "pending" text,
  "recoveryLeft" integer not null,
  "lastStep" bigint not null,
  "tries" integer not null,
  "triedAt" bigint not null,
  "confirmedAt" text
) strict;
create index "second_factors_organizationId" on "second_factors" ("organizationId");
alter table "organizations" add column "requiresSecondFactor" integer not null default 0;
alter table "sessions" add column "address" text;
`,
  )
