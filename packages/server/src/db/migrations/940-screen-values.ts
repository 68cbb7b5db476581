import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Fields of screens, and their values of screens, floors, and buildings. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "screen_fields" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "name" text not null,
  "nameKey" text not null,
  "kind" text not null,
  "source" text not null,
  "version" integer not null,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;
create unique index "screen_fields_nameKey" on "screen_fields" ("organizationId", "nameKey");
create table "screen_values" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "fieldId" text not null references "screen_fields" ("id") on delete cascade,
  "buildingId" text references "buildings" ("id") on delete cascade,
  "floorId" text references "floors" ("id") on delete cascade,
  "deviceId" text references "devices" ("id") on delete cascade,
  "value" text not null
) strict;
create index "screen_values_organizationId" on "screen_values" ("organizationId");
create index "screen_values_fieldId" on "screen_values" ("fieldId");
create unique index "screen_values_buildingId" on "screen_values" ("buildingId", "fieldId") where "buildingId" is not null;
create unique index "screen_values_floorId" on "screen_values" ("floorId", "fieldId") where "floorId" is not null;
create unique index "screen_values_deviceId" on "screen_values" ("deviceId", "fieldId") where "deviceId" is not null;
`,
  )
