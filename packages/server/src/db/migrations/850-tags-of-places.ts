import { type Bare, runStatements } from '#db/migrations/table.ts'

/** Groups, floors, and buildings have tags too, which their screens inherit. */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    [
      ['deviceGroupId', 'device_groups'],
      ['floorId', 'floors'],
      ['buildingId', 'buildings'],
    ]
      .map(
        ([column, table]) => `
alter table "tag_uses" add column "${column}" text references "${table}" ("id") on delete cascade;
create unique index "tag_uses_of_${table}" on "tag_uses" ("${column}", "tagId") where "${column}" is not null;
create index "tag_uses_${table}" on "tag_uses" ("tagId", "${column}") where "${column}" is not null;
`,
      )
      .join(''),
  )
