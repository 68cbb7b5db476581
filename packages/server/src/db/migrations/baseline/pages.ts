/** Cards, layouts, storyboards, and what was deleted. */
export const pages = `
-- Cards and layouts: one kind of document, two libraries. \`shows\`: when a page has something to show, for lists that
-- don't read documents.
create table "pages" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "kind" text not null,
  "name" text not null, "nameKey" text not null, "width" integer not null, "height" integer not null,
  "document" text not null, "thumbnailId" text references "thumbnails" ("id"), "isTemplate" integer not null,
  "version" integer not null, "createdAt" text not null, "updatedAt" text not null,
  "bytes" integer default 0 not null, "shows" text, "listedVersion" integer default 0 not null,
  constraint "pages_name" unique ("organizationId", "kind", "nameKey")
) strict;
-- Storage use is summed from this index alone.
create index "pages_storage" on "pages" ("organizationId", "bytes");
create index "pages_listed" on "pages" ("organizationId", "kind", "isTemplate", "nameKey", "id");
create index "pages_thumbnail" on "pages" ("thumbnailId") where "thumbnailId" is not null;
create index "pages_unlisted" on "pages" ("organizationId") where "listedVersion" <> "version";

create table "page_versions" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "pageId" text not null references "pages" ("id") on delete cascade, "version" integer not null,
  "name" text not null, "document" text not null, "savedBy" text not null, "savedAt" text not null,
  "bytes" integer default 0 not null,
  constraint "page_versions_version" unique ("pageId", "version")
) strict;
create index "page_versions_storage" on "page_versions" ("organizationId", "bytes");

-- Templates by widget: reading every template for each new card takes longer as they grow.
create table "template_widgets" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "pageId" text not null references "pages" ("id") on delete cascade, "widgetId" text not null,
  constraint "template_widgets_page" unique ("pageId", "widgetId")
) strict;
create index "template_widgets_widget" on "template_widgets" ("organizationId", "widgetId", "pageId");

create table "storyboards" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "name" text not null,
  "nameKey" text not null, "type" text not null, "mode" text not null, "width" integer not null,
  "height" integer not null, "items" text not null, "status" text not null, "approved" text,
  "approvedVersion" integer, "version" integer not null, "createdAt" text not null, "updatedAt" text not null,
  "savedBy" text, "savedAt" text, "decision" text, "decidedBy" text, "decidedAt" text, "decisionNote" text,
  "idleSeconds" integer, "audioId" text,
  constraint "storyboards_name" unique ("organizationId", "nameKey")
) strict;

create table "page_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "pageId" text not null references "pages" ("id"),
  "storyboardId" text not null references "storyboards" ("id") on delete cascade,
  constraint "page_uses_storyboard" unique ("storyboardId", "pageId")
) strict;
create index "page_uses_page" on "page_uses" ("pageId");

-- Through an action of a page. The storyboard may be deleted: the action then does nothing.
create table "storyboard_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "storyboardId" text not null, "pageId" text not null references "pages" ("id") on delete cascade,
  constraint "storyboard_uses_page" unique ("pageId", "storyboardId")
) strict;
create index "storyboard_uses_storyboard" on "storyboard_uses" ("storyboardId");

-- Storyboards by action: searching every page of an organization instead takes longer as it grows.
create table "action_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "storyboardId" text not null, "pageId" text not null references "pages" ("id") on delete cascade,
  constraint "action_uses_page" unique ("pageId", "storyboardId")
) strict;
create index "action_uses_storyboard" on "action_uses" ("storyboardId");

-- Deleted items that can still be restored.
create table "trash" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "kind" text not null, "name" text not null, "nameKey" text not null, "sha256" text not null,
  "mimetype" text not null, "files" integer not null, "size" bigint not null, "bytes" bigint not null,
  "deletedBy" text not null, "deletedAt" bigint not null, "expiresAt" bigint not null
) strict;
-- Storage use is summed from this index alone.
create index "trash_size" on "trash" ("organizationId", "deletedAt", "size", "bytes");
create index "trash_expiry" on "trash" ("expiresAt");
create index "trash_sha256" on "trash" ("sha256");

create table "trash_rows" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "trashId" text not null references "trash" ("id") on delete cascade, "position" integer not null,
  "tableName" text not null, "rows" text not null,
  constraint "trash_rows_position" unique ("trashId", "position")
) strict;

create table "trash_files" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "trashId" text not null references "trash" ("id") on delete cascade, "sha256" text not null
) strict;
create index "trash_files_sha256" on "trash_files" ("sha256");
create index "trash_files_trash" on "trash_files" ("trashId");
`
