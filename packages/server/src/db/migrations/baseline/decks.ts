/** PDFs and slides with their pages, and work on files after their upload. */
export const decks = `
create table "decks" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "folderId" text not null references "folders" ("id") on delete cascade, "name" text not null,
  "sha256" text not null, "mimetype" text not null, "size" bigint not null, "pages" integer not null,
  "duration" integer not null, "storyboardId" text references "storyboards" ("id") on delete set null,
  "version" integer not null, "createdAt" text not null, "updatedAt" text not null
) strict;
create index "decks_size" on "decks" ("organizationId", "size");
create index "decks_sha256" on "decks" ("sha256");
create index "decks_folderid" on "decks" ("folderId");
create index "decks_storyboardid" on "decks" ("storyboardId");

create table "deck_pages" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "deckId" text not null references "decks" ("id") on delete cascade, "page" integer not null,
  "mediaId" text not null references "media" ("id") on delete cascade,
  "layoutId" text references "pages" ("id") on delete set null,
  constraint "deck_pages_once" unique ("deckId", "page")
) strict;
create index "deck_pages_mediaid" on "deck_pages" ("mediaId");
create index "deck_pages_layoutid" on "deck_pages" ("layoutId");

-- Replaced files of PDFs and slides, and the pages that the newer file didn't have.
create table "deck_versions" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "deckId" text not null references "decks" ("id") on delete cascade, "version" integer not null,
  "name" text not null, "sha256" text not null, "mimetype" text not null, "size" bigint not null,
  "pages" integer not null, "removed" text not null, "replacedBy" text not null, "replacedAt" text not null,
  "expiresAt" bigint not null,
  constraint "deck_versions_once" unique ("deckId", "version")
) strict;
-- Storage use is summed from this index alone.
create index "deck_versions_size" on "deck_versions" ("organizationId", "size");
create index "deck_versions_sha256" on "deck_versions" ("sha256");
create index "deck_versions_expiry" on "deck_versions" ("expiresAt");

create table "conversions" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text references "users" ("id") on delete set null, "kind" text not null, "name" text not null,
  "sha256" text not null, "mimetype" text not null, "size" bigint not null,
  "deckId" text references "decks" ("id") on delete cascade,
  "mediaId" text references "media" ("id") on delete cascade,
  "folderId" text references "folders" ("id") on delete set null, "params" text not null, "state" text not null,
  "done" integer not null, "total" integer, "error" text, "removed" text, "leaseUntil" bigint not null,
  "attempts" integer not null, "createdAt" text not null, "updatedAt" text not null
) strict;
create index "conversions_createdat" on "conversions" ("organizationId", "createdAt");
create index "conversions_state" on "conversions" ("kind", "state");
create index "conversions_sha256" on "conversions" ("sha256");
create index "conversions_deckid" on "conversions" ("deckId");
create index "conversions_mediaid" on "conversions" ("mediaId");
create index "conversions_folderid" on "conversions" ("folderId");
create index "conversions_userid" on "conversions" ("userId");
create index "conversions_by_state" on "conversions" ("organizationId", "state");
`
