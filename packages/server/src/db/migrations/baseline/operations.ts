/** Alerts, cases, jobs, and checks. */
export const operations = `
-- Alert rules, the problems each rule knows, and the messages sent.
create table "alert_rules" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "name" text not null, "nameKey" text not null, "causes" text not null, "minutes" integer not null,
  "emails" text not null, "webhook" text not null, "quiet" text, "checkedAt" bigint not null,
  "watchedSince" bigint not null, "version" integer not null, "createdAt" text not null, "updatedAt" text not null,
  "report" text, "reportAt" bigint default 0 not null, "mobiles" text default '[]' not null
) strict;
create index "alert_rules_organization" on "alert_rules" ("organizationId");

create table "alert_problems" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "ruleId" text not null references "alert_rules" ("id") on delete cascade, "cause" text not null,
  "subject" text not null, "name" text not null, "place" text not null, "since" bigint not null, "sentAt" bigint,
  "endedAt" bigint, "outcome" text,
  constraint "alert_problems_once" unique ("ruleId", "cause", "subject")
) strict;

create table "alert_messages" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "rule" text not null, "kind" text not null, "channel" text not null, "recipient" text not null,
  "title" text not null, "message" text not null, "at" bigint not null
) strict;
create index "alert_messages_at" on "alert_messages" ("organizationId", "at");

create table "cases" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "userId" text references "users" ("id") on delete set null, "author" text not null, "subject" text not null,
  "subjectKey" text not null, "text" text not null, "kind" text not null, "facts" text not null,
  "deviceId" text references "devices" ("id") on delete set null, "status" text not null,
  "createdAt" text not null, "updatedAt" text not null
) strict;
create index "cases_organization" on "cases" ("organizationId", "updatedAt", "id");
create index "cases_user" on "cases" ("userId");
create index "cases_device" on "cases" ("deviceId");

create table "case_replies" (
  "id" text primary key, "organizationId" text not null references "organizations" ("id") on delete cascade,
  "caseId" text not null references "cases" ("id") on delete cascade, "author" text not null,
  "isSupport" integer not null, "text" text not null, "createdAt" text not null
) strict;
create index "case_replies_case" on "case_replies" ("caseId", "id");

create table "jobs" (
  "id" text primary key, "nextAt" bigint not null, "startedAt" bigint, "finishedAt" bigint, "result" text,
  "error" text, "succeededAt" bigint
) strict;

create table "check_runs" (
  "id" text primary key, "finishedAt" bigint, "files" integer not null, "position" text not null,
  "databaseProblems" text not null
) strict;

create table "damaged_files" (
  "id" text primary key, "problem" text not null, "foundAt" bigint not null, "mendedAt" bigint, "mendedFrom" text
) strict;
`
