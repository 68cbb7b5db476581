import { type Bare, runStatements } from '#db/migrations/table.ts'

/** The public halves of people's passkeys. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "passkeys" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade,
  "name" text not null,
  "credentialId" text not null unique,
  "publicKey" text not null,
  "counter" bigint not null,
  "transports" text not null,
  "synced" integer not null,
  "createdAt" text not null,
  "usedAt" text
) strict;
create index "passkeys_organizationId" on "passkeys" ("organizationId");
create index "passkeys_userId" on "passkeys" ("userId", "createdAt");
`,
  )
