/** Data sources, and what people answered on screens. */
export const data = `
create table "sources" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "name" text not null, "nameKey" text not null, "kind" text not null, "url" text not null, "path" text not null,
  "sheet" text not null, "timezone" text not null, "data" text not null, "error" text not null,
  "days" integer not null, "every" integer not null, "found" integer not null, "rows" integer not null,
  "failures" integer not null, "version" integer not null, "fetchedAt" bigint not null,
  "checkedAt" bigint not null, "nextAt" bigint, "failingSince" bigint, "savedBy" text, "createdAt" text not null,
  "updatedAt" text not null, "stop" text default '' not null, "note" text default '' not null,
  constraint "sources_name" unique ("organizationId", "nameKey")
) strict;
create index "sources_due" on "sources" ("nextAt");

-- By name: a page may reference a source that doesn't exist yet.
create table "source_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "nameKey" text not null, "ownerKind" text not null, "ownerId" text not null,
  constraint "source_uses_once" unique ("organizationId", "nameKey", "ownerKind", "ownerId")
) strict;
create index "source_uses_owner" on "source_uses" ("ownerId");

-- Feeds and places whose loads fail, for each organization that asks for them.
create table "failing_loads" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "kind" text not null, "address" text not null, "since" bigint not null, "checkedAt" bigint not null,
  "error" text not null,
  constraint "failing_loads_once" unique ("organizationId", "kind", "address")
) strict;
create index "failing_loads_load" on "failing_loads" ("kind", "address");

create table "answers" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "deviceId" text not null, "deviceName" text not null, "pageId" text not null, "pageName" text not null,
  "widgetId" text not null, "type" text not null, "question" text not null, "value" text not null,
  "answeredAt" bigint not null
) strict;
create index "answers_organization" on "answers" ("organizationId", "answeredAt", "id");
create index "answers_page" on "answers" ("pageId", "widgetId", "answeredAt");
-- Across organizations: for the retention of answers, and for super admins, who see all of them.
create index "answers_answered" on "answers" ("answeredAt", "id");

create table "answer_days" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "day" integer not null, "items" integer not null, "bytes" bigint not null
) strict;
create index "answer_days_day" on "answer_days" ("day");
create index "answer_days_organization" on "answer_days" ("organizationId");
`
