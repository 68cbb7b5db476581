/** Screens, groups, and configurations. */
export const screens = `
-- The last manifest version made for them; the manifests themselves are computed from stored data. \`settledAt\`: the
-- last \`activateAt\` that the server's clock has reached, which stays settled if the clock is set back.
create table "device_groups" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "name" text not null,
  "nameKey" text not null, "programme" text not null, "nextProgramme" text, "activateAt" bigint,
  "version" integer not null, "createdAt" text not null, "updatedAt" text not null,
  "manifestVersion" integer default 0 not null, "manifestHash" text default '' not null,
  "manifestAt" bigint default 0 not null, "settledAt" bigint, "wall" text,
  "listedVersion" integer default 0 not null,
  constraint "device_groups_name" unique ("organizationId", "nameKey")
) strict;
create index "device_groups_unlisted" on "device_groups" ("organizationId") where "listedVersion" <> "version";
-- Every second, a server looks for groups whose next schedule has begun; most have none that is coming.
create index "device_groups_unsettled" on "device_groups" ("activateAt") where "activateAt" is not null and ("settledAt" is null or "settledAt" != "activateAt");

-- Storyboards by schedule: reading every schedule of an organization instead takes longer as it grows.
create table "schedule_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"),
  "storyboardId" text not null, "deviceGroupId" text not null references "device_groups" ("id") on delete cascade,
  constraint "schedule_uses_group" unique ("deviceGroupId", "storyboardId")
) strict;
create index "schedule_uses_storyboard" on "schedule_uses" ("storyboardId", "deviceGroupId");

create table "devices" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id"), "name" text not null,
  "nameKey" text not null, "type" integer not null, "screenSize" integer not null,
  "licenceId" text references "licences" ("id"),
  "deviceGroupId" text references "device_groups" ("id") on delete set null,
  "floorId" text references "floors" ("id"), "overrideStoryboardId" text, "overrideSince" bigint,
  "tokenHash" text not null, "createdAt" text not null, "updatedAt" text not null,
  "manifestVersion" integer default 0 not null, "manifestHash" text default '' not null,
  "manifestAt" bigint default 0 not null, "pin" text default '' not null, "version" integer default 1 not null,
  "overrideBy" text, "overrideEnd" text, "overrideUntil" bigint
) strict;
create index "devices_organization" on "devices" ("organizationId", "nameKey", "id");
create index "devices_floor" on "devices" ("floorId");
create index "devices_licence" on "devices" ("licenceId");
create index "devices_name" on "devices" ("nameKey", "id");
create index "devices_createdAt" on "devices" ("organizationId", "createdAt", "id");
create index "devices_updatedAt" on "devices" ("organizationId", "updatedAt", "id");
create index "devices_group" on "devices" ("deviceGroupId", "nameKey", "id");
create index "devices_manifest" on "devices" ("organizationId", "deviceGroupId", "id", "manifestHash", "manifestAt", "createdAt");
create index "devices_switched" on "devices" ("organizationId", "overrideStoryboardId");
create index "devices_overridden" on "devices" ("overrideStoryboardId", "id") where "overrideStoryboardId" is not null;

-- Where screens are on a floor's plan.
create table "floor_places" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "deviceId" text not null references "devices" ("id") on delete cascade,
  "floorId" text not null references "floors" ("id") on delete cascade, "x" integer not null, "y" integer not null,
  "facing" integer not null
) strict;
create index "floor_places_floor" on "floor_places" ("floorId");
create index "floor_places_device" on "floor_places" ("deviceId");

-- Reports of screens. Written in batches, separate from what people saved: a crash may lose seconds of them.
-- \`reportedAt\` is earlier than \`lastSeenAt\` if the screen has sent only heartbeats since.
create table "device_states" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "ip" text not null, "screen" text not null, "playing" text, "heldGroup" text not null,
  "heldDevice" text not null, "shownGroup" text not null, "shownDevice" text not null, "download" text not null,
  "errors" text not null, "lastSeenAt" bigint not null, "detail" text default '{}' not null, "takeoverId" text,
  "shownGroupAt" bigint, "shownDeviceAt" bigint, "reportedAt" bigint default 0 not null
) strict;

create table "pictures" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "takenAt" bigint not null, "width" integer not null, "height" integer not null, "mimetype" text not null,
  "image" text not null, "partial" integer not null
) strict;

-- Unclaimed screens belong to no organization. \`hint\` and \`network\` are how a console recognizes a waiting screen.
create table "pairings" (
  "id" text primary key, "code" text not null unique, "secretHash" text not null unique, "sign" text not null,
  "screen" text not null, "ip" text not null, "seenAt" bigint not null, "expiresAt" bigint not null,
  "deviceId" text references "devices" ("id") on delete cascade, "hint" text, "network" text
) strict;
create index "pairings_expiry" on "pairings" ("expiresAt");
create index "pairings_hint" on "pairings" ("hint");
create index "pairings_network" on "pairings" ("network");
create index "pairings_device" on "pairings" ("deviceId");

-- Retired tokens, to tell a screen that it was disconnected.
create table "former_tokens" (
  "id" text primary key, "at" bigint not null
) strict;

create table "unknown_screens" (
  "id" text primary key, "deviceId" text not null, "organizationId" text, "address" text not null,
  "name" text not null, "screen" text, "firstSeenAt" bigint not null, "lastSeenAt" bigint not null
) strict;
create index "unknown_screens_seen" on "unknown_screens" ("lastSeenAt");
create index "unknown_screens_listed" on "unknown_screens" ("organizationId", "lastSeenAt" desc, "id");

create table "machine_keys" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "deviceId" text not null unique references "devices" ("id") on delete cascade, "registeredAt" bigint not null,
  "log" text, "loggedAt" bigint
) strict;
create index "machine_keys_organization" on "machine_keys" ("organizationId");

create table "device_configurations" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "name" text not null, "nameKey" text not null, "type" integer not null, "screenSize" integer not null,
  "orientation" integer not null, "volume" integer not null, "hours" text, "version" integer not null,
  "createdAt" text not null, "updatedAt" text not null, "region" text, "volumeTimes" text, "downloadMbit" integer,
  "downloadHours" text, "updates" text, "shareFiles" integer default 0 not null,
  constraint "device_configurations_name" unique ("organizationId", "nameKey")
) strict;

-- The id is that of the device or the group, so that each has one configuration at most.
create table "configuration_uses" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "configurationId" text not null references "device_configurations" ("id") on delete cascade,
  "deviceId" text references "devices" ("id") on delete cascade,
  "deviceGroupId" text references "device_groups" ("id") on delete cascade
) strict;
create index "configuration_uses_configurationId" on "configuration_uses" ("configurationId");
create index "configuration_uses_deviceId" on "configuration_uses" ("deviceId");
create index "configuration_uses_deviceGroupId" on "configuration_uses" ("deviceGroupId");

create table "takeovers" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "title" text not null, "text" text not null, "tone" text not null, "storyboardId" text, "targets" text not null,
  "startedBy" text not null, "startedAt" bigint not null, "endsAt" bigint not null, "clearedBy" text,
  "clearedAt" bigint
) strict;
create index "takeovers_organization" on "takeovers" ("organizationId", "endsAt", "id");
create index "takeovers_end" on "takeovers" ("endsAt");

-- Manual switches that begin later.
create table "planned_switches" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "deviceId" text not null references "devices" ("id") on delete cascade,
  "storyboardId" text not null references "storyboards" ("id"), "startsAt" bigint not null, "end" text not null,
  "until" bigint, "by" text not null, "createdAt" bigint not null
) strict;
create index "planned_switches_device" on "planned_switches" ("deviceId", "startsAt");
create index "planned_switches_due" on "planned_switches" ("startsAt", "createdAt", "id");
create index "planned_switches_organization" on "planned_switches" ("organizationId", "startsAt");
create index "planned_switches_storyboard" on "planned_switches" ("storyboardId", "deviceId");

-- How each change of a group reached its screens.
create table "deliveries" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "groupId" text not null, "groupName" text not null, "publishedAt" bigint not null, "screens" integer not null,
  "shown" integer not null, "within10" integer not null, "within60" integer not null, "within600" integer not null,
  "p50" bigint, "p95" bigint
) strict;
create unique index "deliveries_group" on "deliveries" ("groupId", "publishedAt");
create index "deliveries_organization" on "deliveries" ("organizationId", "publishedAt");

-- Rollouts of newer players to the screens of each organization.
create table "player_updates" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "build" text not null, "version" text not null, "status" text not null, "canaries" integer not null,
  "startedAt" bigint not null, "activeAt" bigint not null, "stoppedAt" bigint, "decidedBy" text,
  "checkedAt" bigint not null, "watchedSince" bigint not null
) strict;
create unique index "player_updates_build" on "player_updates" ("organizationId", "build");

create table "screen_updates" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "updateId" text not null references "player_updates" ("id") on delete cascade,
  "deviceId" text not null references "devices" ("id") on delete cascade, "status" text not null, "why" text,
  "allowedAt" bigint not null, "bootId" text not null, "seenAt" bigint, "blankAt" bigint,
  "changedAt" bigint not null
) strict;
create unique index "screen_updates_screen" on "screen_updates" ("updateId", "deviceId");
create index "screen_updates_device" on "screen_updates" ("deviceId");
create index "screen_updates_status" on "screen_updates" ("status", "updateId");
create index "screen_updates_organization" on "screen_updates" ("organizationId");
`
