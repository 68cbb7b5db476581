import { type Bare, runStatements } from '#db/migrations/table.ts'

/** What screens play where every change waits for approval. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "organizations" add column "approval" text not null default 'live';
alter table "organizations" add column "fourEyes" integer not null default 0;
alter table "organizations" add column "approvalDays" integer;
alter table "takeovers" add column "withoutApproval" integer;
create table "approved_copies" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "kind" text not null,
  "name" text not null,
  "copy" text,
  "hash" text not null,
  "leads" text not null,
  "shows" text,
  "packageHash" text,
  "waitsSince" bigint,
  "changedAt" bigint,
  "changedBy" text not null,
  "rejectedBy" text,
  "rejectedAt" bigint,
  "note" text not null
) strict;
create index "approved_copies_packageHash" on "approved_copies" ("packageHash") where "packageHash" is not null;
create index "approved_copies_organizationId" on "approved_copies" ("organizationId", "waitsSince");
create table "approved_files" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "copyId" text not null references "approved_copies" ("id") on delete cascade,
  "sha256" text not null,
  "size" bigint not null,
  "mimetype" text not null
) strict;
create index "approved_files_copyId" on "approved_files" ("copyId");
create index "approved_files_sha256" on "approved_files" ("sha256");
create index "approved_files_organizationId" on "approved_files" ("organizationId");
`,
  )
