import { type Bare, runStatements } from '#db/migrations/table.ts'

/** How far each audit log was sent to syslog. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "audit_sent" (
  "id" text primary key,
  "number" bigint not null
) strict;
`,
  )
