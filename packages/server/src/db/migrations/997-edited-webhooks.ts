import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Webhooks that people edit: which of its keys signs, and since when failures count. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "webhooks" add column "keyNumber" integer not null default 0;
alter table "webhooks" add column "failuresFrom" bigint not null default 0;
alter table "webhooks" add column "version" integer not null default 1;
alter table "webhooks" add column "updatedAt" text not null default '';
`,
  )
