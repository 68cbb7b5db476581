import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Pictures that the server takes of web pages, and the secrets of their logins. The ids are those of the media. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "web_photos" (
  "id" text primary key references "media" ("id") on delete cascade,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "address" text not null,
  "sha256" text not null,
  "mimetype" text not null,
  "size" integer not null,
  "takenAt" bigint,
  "changedAt" bigint,
  "checkedAt" bigint,
  "nextAt" bigint not null,
  "problem" text,
  "detail" text not null,
  "failures" integer not null,
  "failingSince" bigint
) strict;
create index "web_photos_organizationId" on "web_photos" ("organizationId");
create index "web_photos_nextAt" on "web_photos" ("nextAt");
create index "web_photos_sha256" on "web_photos" ("sha256");
create table "web_logins" (
  "id" text primary key references "media" ("id") on delete cascade,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "secret" text not null,
  "session" text
) strict;
create index "web_logins_organizationId" on "web_logins" ("organizationId");
`,
  )
