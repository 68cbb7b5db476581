import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Named sets of permissions, which people and groups of an identity provider have. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "custom_roles" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "name" text not null,
  "nameKey" text not null,
  "levels" text not null,
  "scope" text,
  "version" integer not null,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;
create unique index "custom_roles_of_organization" on "custom_roles" ("organizationId", "nameKey");
alter table "users" add column "roleId" text references "custom_roles" ("id");
create index "users_roleId" on "users" ("roleId") where "roleId" is not null;
alter table "identity_providers" add column "defaultRoleId" text references "custom_roles" ("id");
create index "identity_providers_defaultRoleId" on "identity_providers" ("defaultRoleId") where "defaultRoleId" is not null;
`,
  )
