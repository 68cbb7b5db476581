import { type Bare, runStatements } from '#db/migrations/table.ts'

/** A custom role has several scopes, each with levels for every area: earlier roles have one. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
alter table "custom_roles" rename column "levels" to "rows";
update "custom_roles" set "rows" = '[{"levels":' || "rows" || ',"scope":' || coalesce("scope", 'null') || '}]';
alter table "custom_roles" drop column "scope";
`,
  )
