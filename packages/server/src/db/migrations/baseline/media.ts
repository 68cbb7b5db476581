/** Folders, media, web packages, and uploads. */
export const media = `
create table "folders" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "folderId" text references "folders" ("id") on delete cascade, "parentKey" text not null, "name" text not null,
  "nameKey" text not null, "createdAt" text not null, "updatedAt" text not null,
  "version" integer default 1 not null,
  constraint "folders_name" unique ("organizationId", "parentKey", "nameKey")
) strict;
create index "folders_parent" on "folders" ("folderId");

-- \`screenshotId\` is the full-size image of the thumbnail.
create table "thumbnails" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "sha256" text not null,
  "mimetype" text not null, "size" integer not null, "createdAt" text not null,
  "screenshotId" text references "thumbnails" ("id")
) strict;
create index "thumbnails_organization" on "thumbnails" ("organizationId", "id");
create index "thumbnails_sha256" on "thumbnails" ("sha256");
create index "thumbnails_screenshot" on "thumbnails" ("screenshotId");
create index "thumbnails_storage" on "thumbnails" ("organizationId", "size");
create index "thumbnails_by_age" on "thumbnails" ("organizationId", "createdAt", "id");

create table "media" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "folderId" text references "folders" ("id") on delete cascade, "name" text not null, "nameKey" text not null,
  "sha256" text not null, "mimetype" text not null, "size" bigint not null, "width" integer, "height" integer,
  "duration" bigint, "codec" text, "thumbnailId" text references "thumbnails" ("id"), "cardId" text,
  "version" integer not null, "createdAt" text not null, "updatedAt" text not null, "web" text,
  "captionsSha256" text, "captionsSize" integer default 0 not null, "captionsLanguage" text
) strict;
create index "media_organization" on "media" ("organizationId", "folderId", "createdAt", "id");
create index "media_thumbnail" on "media" ("thumbnailId");
create index "media_sha256" on "media" ("sha256");
-- Most media are in Root. PostgreSQL can't use "is null" in the middle of an index to sort by the next column.
create index "media_root_createdAt" on "media" ("organizationId", "createdAt", "id") where "folderId" is null;
create index "media_root_nameKey" on "media" ("organizationId", "nameKey", "id") where "folderId" is null;
create index "media_root_size" on "media" ("organizationId", "size", "id") where "folderId" is null;
create index "media_root_mimetype" on "media" ("organizationId", "mimetype", "id") where "folderId" is null;
create index "media_root_updatedAt" on "media" ("organizationId", "updatedAt", "id") where "folderId" is null;
create index "media_by_createdAt" on "media" ("organizationId", "createdAt", "id");
create index "media_by_nameKey" on "media" ("organizationId", "nameKey", "id");
-- Super admins list all organizations.
create index "media_root_of_all" on "media" ("createdAt", "id") where "folderId" is null;
-- Most media are not cards and are in Root: SQLite would pick indexes that contain all of them under null.
create index "media_of_cards" on "media" ("cardId") where "cardId" is not null;
create index "media_in_folders" on "media" ("folderId") where "folderId" is not null;
-- The first page of the library counts the media of its folder or of Root from this index alone.
create index "media_counted" on "media" ("organizationId", "folderId", "cardId");
create index "media_captions" on "media" ("captionsSha256");
-- The bytes of an organization's media without those of cards are summed from this index alone.
create index "media_bytes" on "media" ("organizationId", "cardId", "size", "captionsSize");

-- References between items, written with the document that contains them; the foreign key also blocks a concurrent
-- delete.
create table "media_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "mediaId" text not null references "media" ("id"), "ownerKind" text not null, "ownerId" text not null,
  constraint "media_uses_once" unique ("mediaId", "ownerKind", "ownerId")
) strict;
create index "media_uses_owner" on "media_uses" ("ownerKind", "ownerId");
create index "media_uses_of_owner" on "media_uses" ("ownerId", "id");

-- Files that media items had before someone replaced them. Storage use is summed from \`media_versions_size\` alone.
create table "media_versions" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "mediaId" text not null references "media" ("id") on delete cascade, "version" integer not null,
  "sha256" text not null, "mimetype" text not null, "size" bigint not null, "width" integer, "height" integer,
  "duration" bigint, "codec" text, "thumbnailId" text references "thumbnails" ("id"), "replacedBy" text not null,
  "replacedAt" text not null, "expiresAt" bigint not null,
  constraint "media_versions_once" unique ("mediaId", "version")
) strict;
create index "media_versions_size" on "media_versions" ("organizationId", "size");
create index "media_versions_sha256" on "media_versions" ("sha256");
create index "media_versions_thumbnail" on "media_versions" ("thumbnailId");
create index "media_versions_expiry" on "media_versions" ("expiresAt");

-- The id is the media item's.
create table "packages" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "hash" text not null,
  "schema" text, "widgets" text,
  constraint "packages_media" foreign key ("id") references "media" ("id") on delete cascade
) strict;

create table "package_files" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "packageId" text not null references "packages" ("id") on delete cascade, "path" text not null,
  "sha256" text not null, "size" bigint not null,
  constraint "package_files_path" unique ("packageId", "path")
) strict;
create index "package_files_sha256" on "package_files" ("sha256");
create index "package_files_storage" on "package_files" ("organizationId", "size");

-- A package with one set of saved or previewed values; screens may still show older ones.
create table "package_versions" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "packageId" text not null references "packages" ("id") on delete cascade, "hash" text not null, "model" text,
  "modelSha256" text, "modelSize" integer, "media" text not null, "createdAt" text not null,
  "sources" text default '[]' not null,
  constraint "package_versions_hash" unique ("packageId", "hash")
) strict;
create index "package_versions_hash_only" on "package_versions" ("hash");
create index "package_versions_model" on "package_versions" ("modelSha256");
create index "package_versions_storage" on "package_versions" ("organizationId", "modelSize");

create table "uploads" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade, "name" text not null, "size" bigint not null,
  "sha256" text, "modifiedAt" bigint, "expiresAt" bigint not null, "createdAt" text not null
) strict;
create index "uploads_user" on "uploads" ("userId");
create index "uploads_organization" on "uploads" ("organizationId");
create index "uploads_expiry" on "uploads" ("expiresAt");
create index "uploads_sha256" on "uploads" ("sha256");
`
