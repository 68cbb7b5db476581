/** Proof of play: names as numbers, and totals per hour. */
export const plays = `
create table "play_items" (
  "id" text primary key, "number" integer not null unique,
  "organizationId" text not null references "organizations" ("id") on delete cascade, "name" text not null,
  "nameKey" text not null, "lastDay" integer not null, "kind" text not null, "storyboardId" text not null,
  "pageId" text not null, "mediaId" text
) strict;
create index "play_items_organization" on "play_items" ("organizationId", "number");

create table "play_screens" (
  "id" text primary key, "number" integer not null unique,
  "organizationId" text not null references "organizations" ("id") on delete cascade, "name" text not null,
  "nameKey" text not null, "lastDay" integer not null
) strict;
create index "play_screens_organization" on "play_screens" ("organizationId", "number");

create table "play_hours" (
  "tenant" integer not null, "item" integer not null, "hour" integer not null, "screen" integer not null,
  "plays" integer not null, "milliseconds" bigint not null,
  constraint "play_hours_key" primary key ("tenant", "item", "hour", "screen")
) strict, without rowid;
`

/** On PostgreSQL a table per day, which is dropped as a whole. Eight-byte columns first, to avoid padding. */
export const playRows = (isPostgres: boolean): string => `
create table "plays" (
  "startedAt" bigint not null, "key" bigint not null, "lasted" bigint not null, "tenant" integer not null,
  "screen" integer not null, "item" integer not null,
  constraint "plays_key" primary key ("tenant", "startedAt", "screen", "key")
) ${isPostgres ? 'partition by range ("startedAt")' : 'strict, without rowid'};
${isPostgres ? 'create index "plays_time" on "plays" using brin ("startedAt");' : ''}
`
