import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** Delivery progress, which is read for all screens together, as columns, and one index by published version. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .createIndex('devices_manifest')
    .on('devices')
    .columns(['organizationId', 'deviceGroupId', 'id', 'manifestHash', 'manifestAt', 'createdAt'])
    .execute()
  for (const column of ['shownGroupAt', 'shownDeviceAt'])
    await db.schema.alterTable('device_states').addColumn(column, bigInteger(db)).execute()
  const states: { id: string; detail: string }[] = await db
    .selectFrom('device_states')
    .select(['id', 'detail'])
    .execute()
  for (const { id, detail } of states) {
    const { shownAt, ...rest } = JSON.parse(detail) as { shownAt?: Record<string, number | null> }
    if (!shownAt) continue
    const rounded = (at: number | null | undefined) => (at == null ? null : Math.round(at))
    await db
      .updateTable('device_states')
      .set({
        shownGroupAt: rounded(shownAt.group),
        shownDeviceAt: rounded(shownAt.device),
        detail: JSON.stringify(rest),
      })
      .where('id', '=', id)
      .execute()
  }
}
