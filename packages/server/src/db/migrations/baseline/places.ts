/** Buildings and floors. */
export const places = `
-- \`coordinates\`: decimal degrees, latitude first; empty if unknown.
create table "buildings" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "name" text not null,
  "nameKey" text not null, "location" text not null, "version" integer not null, "createdAt" text not null,
  "updatedAt" text not null, "coordinates" text default '' not null,
  constraint "buildings_name" unique ("organizationId", "nameKey")
) strict;

create table "floors" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "buildingId" text not null references "buildings" ("id") on delete cascade, "name" text not null,
  "position" integer not null, "planId" text
) strict;
create index "floors_building" on "floors" ("buildingId", "position");
`
