/** What every room uses. */
export const base = `
create table "secrets" (
  "name" text primary key, "value" text not null
);

create table "server_marks" (
  "id" text primary key, "at" bigint not null, "text" text
) strict;

-- Changes for other servers on a shared database; empty on an embedded one.
create table "changes" (
  "id" text primary key, "transaction" bigint not null, "origin" text not null, "text" text not null,
  "at" bigint not null
) strict;
create index "changes_transaction" on "changes" ("transaction");
create index "changes_at" on "changes" ("at");

-- Counts and tasks of servers that share a database; both tables are empty on an embedded one.
create table "guesses" (
  "id" text primary key, "guess" text not null, "key" text not null, "isWrong" integer not null,
  "at" bigint not null
) strict;
create index "guesses_key" on "guesses" ("key", "at");
create index "guesses_guess" on "guesses" ("guess");
create index "guesses_at" on "guesses" ("at");

create table "done_once" (
  "id" text primary key, "result" text, "at" bigint not null
) strict;
create index "done_once_at" on "done_once" ("at");

create table "outbox" (
  "id" text primary key, "channel" text not null, "recipient" text not null, "subject" text not null,
  "text" text not null, "status" text not null, "error" text not null, "attempts" integer not null,
  "nextAt" bigint not null, "createdAt" text not null, "secretUntil" bigint, "rich" text, "quiet" text,
  "owner" text default '' not null
) strict;
create index "outbox_due" on "outbox" ("status", "nextAt");
create index "outbox_secrets" on "outbox" ("secretUntil");
create index "outbox_owners" on "outbox" ("status", "channel", "owner", "nextAt");

create table "given_answers" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "fingerprint" text not null, "answer" text not null, "createdAt" bigint not null
) strict;
create index "given_answers_age" on "given_answers" ("createdAt");
create index "given_answers_organization" on "given_answers" ("organizationId");

create table "edits" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade, "version" integer, "at" bigint not null
) strict;
create index "edits_organizationId" on "edits" ("organizationId");
create index "edits_userId" on "edits" ("userId");
create index "edits_at" on "edits" ("at");

create table "file_states" (
  "id" text primary key, "state" text not null, "at" bigint not null
) strict;
create index "file_states_at" on "file_states" ("at");

create table "tags" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "name" text not null, "nameKey" text not null,
  constraint "tags_name" unique ("organizationId", "nameKey")
) strict;

-- One column per kind, of which one is set.
create table "tag_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "tagId" text not null references "tags" ("id") on delete cascade,
  "mediaId" text references "media" ("id") on delete cascade,
  "pageId" text references "pages" ("id") on delete cascade,
  "storyboardId" text references "storyboards" ("id") on delete cascade,
  "deviceId" text references "devices" ("id") on delete cascade
) strict;
create unique index "tag_uses_of_media" on "tag_uses" ("mediaId", "tagId") where "mediaId" is not null;
create index "tag_uses_media" on "tag_uses" ("tagId", "mediaId") where "mediaId" is not null;
create unique index "tag_uses_of_pages" on "tag_uses" ("pageId", "tagId") where "pageId" is not null;
create index "tag_uses_pages" on "tag_uses" ("tagId", "pageId") where "pageId" is not null;
create unique index "tag_uses_of_storyboards" on "tag_uses" ("storyboardId", "tagId") where "storyboardId" is not null;
create index "tag_uses_storyboards" on "tag_uses" ("tagId", "storyboardId") where "storyboardId" is not null;
create unique index "tag_uses_of_devices" on "tag_uses" ("deviceId", "tagId") where "deviceId" is not null;
create index "tag_uses_devices" on "tag_uses" ("tagId", "deviceId") where "deviceId" is not null;
create index "tag_uses_organization" on "tag_uses" ("organizationId");
`
