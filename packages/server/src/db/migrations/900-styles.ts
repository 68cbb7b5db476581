import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Named texts and colors of organizations. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "styles" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "kind" text not null,
  "name" text not null,
  "nameKey" text not null,
  "value" text not null,
  "version" integer not null,
  "createdAt" text not null,
  "updatedAt" text not null,
  constraint "styles_name" unique ("organizationId", "kind", "nameKey")
) strict;
`,
  )
