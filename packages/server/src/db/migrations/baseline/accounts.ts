/** Organizations, the people in them, and how they log in. */
export const accounts = `
-- \`unconfirmed\` is 1 from a self-registration until the email address is verified.
create table "organizations" (
  "id" text primary key, "name" text not null, "nameKey" text not null unique, "isHome" integer not null,
  "createdAt" text not null, "updatedAt" text not null, "unconfirmed" integer default 0 not null,
  "primaryColour" text default '' not null, "accentColour" text default '' not null, "logoId" text,
  "version" integer default 1 not null, "storageMb" integer, "playNumber" integer, "playDays" integer,
  "region" text
) strict;

create table "users" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "email" text not null,
  "emailKey" text not null unique, "passwordHash" text not null, "role" text not null, "firstName" text not null,
  "lastName" text not null, "nameKey" text not null, "mobile" text not null, "permissions" text not null,
  "emailVerified" integer not null, "mobileVerified" integer not null, "createdAt" text not null,
  "updatedAt" text not null, "version" integer default 1 not null
) strict;
create index "users_organization" on "users" ("organizationId", "id");
create index "users_by_email" on "users" ("organizationId", "emailKey", "id");

create table "sessions" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade, "kiosk" integer not null,
  "currentHash" text not null, "previousHash" text, "rotatedAt" bigint not null, "expiresAt" bigint not null,
  "startedAt" bigint, "userAgent" text default '' not null
) strict;
create index "sessions_user" on "sessions" ("userId");

create table "licences" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "number" text not null,
  "numberKey" text not null unique, "devicesCount" integer not null, "expiresAt" text, "createdAt" text not null,
  "updatedAt" text not null, "version" integer default 1 not null
) strict;
create index "licences_organization" on "licences" ("organizationId", "id");
create index "licences_by_number" on "licences" ("organizationId", "numberKey", "id");

-- \`known\`: whether a code was requested from a known address.
create table "codes" (
  "id" text primary key, "kind" text not null, "subject" text not null, "bound" text not null,
  "userId" text references "users" ("id") on delete cascade, "hash" text not null, "tries" integer not null,
  "createdAt" bigint not null, "expiresAt" bigint not null, "known" integer default 0 not null
) strict;
create index "codes_hash" on "codes" ("hash");
create index "codes_subject" on "codes" ("kind", "subject", "createdAt");
create index "codes_age" on "codes" ("createdAt");
create index "codes_user" on "codes" ("userId");

-- Addresses of earlier logins, hashed.
create table "known_addresses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade, "lastAt" bigint not null
) strict;
create index "known_addresses_user" on "known_addresses" ("userId");

create table "kiosks" (
  "id" text primary key, "organizationId" text not null unique references "organizations" ("id") on delete cascade,
  "key" text not null, "origins" text not null, "version" integer default 1 not null
) strict;

create table "kiosk_nonces" (
  "id" text primary key, "expiresAt" bigint not null
) strict;

-- Sites that screens may open.
create table "allowed_sites" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "host" text not null,
  constraint "allowed_sites_once" unique ("organizationId", "host")
) strict;
`
