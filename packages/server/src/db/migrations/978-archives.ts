import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Exports and imports of organizations. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "archives" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "kind" text not null,
  "name" text not null,
  "userId" text not null,
  "author" text not null,
  "state" text not null,
  "done" integer not null,
  "total" integer,
  "error" text,
  "sha256" text,
  "size" bigint,
  "report" text,
  "leaseUntil" bigint not null,
  "attempts" integer not null,
  "expiresAt" bigint not null,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;
create index "archives_organization" on "archives" ("organizationId", "createdAt");
create index "archives_sha256" on "archives" ("sha256") where "sha256" is not null;
create index "archives_state" on "archives" ("state") where "state" in ('waiting', 'running');
`,
  )
