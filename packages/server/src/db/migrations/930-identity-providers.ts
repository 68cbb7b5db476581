import { type Bare, runStatements } from '#db/migrations/table.ts'

/** OpenID Connect providers of organizations, whom they name, and the domains whose addresses they may name. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "identity_providers" (
  "id" text primary key references "organizations" ("id") on delete cascade,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "issuer" text not null,
  "clientId" text not null,
  "clientSecret" text,
  "defaultRole" text not null,
  "permissions" text not null,
  "groupsClaim" text not null,
  "groups" text not null,
  "createsAccounts" integer not null,
  "trustsEmail" integer not null,
  "factor" text not null,
  "required" integer not null,
  "breakGlassId" text references "users" ("id") on delete set null,
  "version" integer not null,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;
create index "identity_providers_organizationId" on "identity_providers" ("organizationId");
create index "identity_providers_breakGlassId" on "identity_providers" ("breakGlassId");
create table "identities" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade,
  "issuer" text not null,
  "subject" text not null,
  "createdAt" text not null
) strict;
create unique index "identities_of_organization" on "identities" ("organizationId", "issuer", "subject");
create index "identities_userId" on "identities" ("userId");
create table "email_domains" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "domain" text not null,
  "claim" text unique,
  "verifiedAt" text,
  "verifiedBy" text,
  "createdAt" text not null
) strict;
create unique index "email_domains_of_organization" on "email_domains" ("organizationId", "domain");
alter table "sessions" add column "identityId" text references "identities" ("id") on delete cascade;
alter table "sessions" add column "providerSession" text;
alter table "sessions" add column "factorProved" integer not null default 0;
create index "sessions_identityId" on "sessions" ("identityId");
`,
  )
