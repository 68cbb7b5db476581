// What saves compute from documents: references above all, which also prove that nothing leads out of the organization.

import { StoryboardInput } from '@vitrine/contract/api/content/storyboards'
import { WebPage } from '@vitrine/contract/api/content/web-page'
import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import { StoredGroupRule } from '@vitrine/contract/api/screens/group-rule'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { saveReferences } from '#base/references/queries.ts'
import { savePhotoOf } from '#content/media/photos/queries.ts'
import { saveReferred } from '#content/media/web/queries.ts'
import { saveStoredReferences } from '#content/pages/references/queries.ts'
import { saveTemplateWidgetsOf } from '#content/pages/templates/queries.ts'
import { refuseWrongNesting, saveStoryboardReferences } from '#content/storyboards/api.ts'
import { checkedColumns, storyboardNames } from '#content/storyboards/queries.ts'
import { saveFont } from '#content/styles/queries.ts'
import type { Db, TableName } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'
import { storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { saveScheduleReferences } from '#playback/uses/schedule-references.ts'
import { damaged } from './archive-error.ts'
import { rowsIn } from './row-file.ts'
import { stagedFile } from './staged-rows.ts'
import type { MovedName, Row } from './tables.ts'

type Save = (db: Db, row: Row, owner: { id: string; organizationId: string }) => Promise<void>
const json = (value: unknown): unknown => (value == null ? null : JSON.parse(String(value)))

const SAVES: Partial<Record<MovedName, Save>> = {
  organizations: async (db, { logoId }, { id, organizationId }) => {
    const media = logoId == null ? [] : [String(logoId)]
    await saveReferences(db, organizationId, { kind: 'organization', id }, { media }, 'brand.logoId')
  },
  screen_fields: async (db, { kind, source }, { id, organizationId }) => {
    const named = kind === 'row' ? [searchKey(String(source))] : []
    await saveReferences(db, organizationId, { kind: 'screen-field', id }, { source: named }, 'source')
  },
  styles: (db, { value }, { id, organizationId }) => saveFont(db, organizationId, id, json(value) as never),
  pages: async (db, row, { organizationId }) => {
    const stored = [{ ...row, organizationId }] as never
    await saveStoredReferences(db, stored)
    await saveTemplateWidgetsOf(db, stored)
  },
  media: async (db, { web }, { id, organizationId }) => {
    if (web === null) return
    const page = WebPage.parse(json(web))
    await saveReferred(db, organizationId, id, page)
    if (page.picture) await savePhotoOf(db, { id, organizationId }, page, 0)
  },
  storyboards: async (db, { name, type, mode, width, height, idleSeconds, audioId, items }, { id }) => {
    const sent = { name, type, mode, idleSeconds, audioId, items: json(items) }
    // What a place shows in a local slot may be nothing.
    if (items !== '[]')
      await checkedColumns(
        db,
        StoryboardInput.parse({ ...sent, ...(type === 'designed' && { width, height }) }),
      )
    await saveStoryboardReferences(db, id)
    await refuseWrongNesting(db, id)
  },
  floors: async (db, { planId }, { id, organizationId }) => {
    const media = planId == null ? [] : [String(planId)]
    await saveReferences(db, organizationId, { kind: 'floor', id }, { media }, 'mediaId')
  },
  device_groups: async (
    db,
    { programme, nextProgramme, activateAt, rule = null },
    { id, organizationId },
  ) => {
    const schedules = [programme, nextProgramme].flatMap((text) => (text === null ? [] : [json(text)]))
    const played = [...new Set((schedules as GroupSchedule[]).flatMap(storyboardsOf))]
    const known = await storyboardNames(db, played)
    if (known.size < played.length) throw damaged("a schedule has a storyboard that isn't in it")
    if (rule !== null && !StoredGroupRule.safeParse(json(rule)).success)
      throw damaged('a group has a wrong rule')
    const group = { id, organizationId, programme, nextProgramme, activateAt, rule }
    await saveScheduleReferences(db, group as never)
  },
}

/** Call when all rows are there. `db`: bound to the organization, `tx`: the same transaction unbound. */
export async function saveComputed(db: Db, tx: Db, folder: string, organizationId: string): Promise<void> {
  for (const [table, save] of Object.entries(SAVES))
    for (const row of rowsIn(stagedFile(folder, table))) {
      const id = String(row.id)
      try {
        await save(db, row, { id, organizationId })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw damaged(`"${String(row.name).slice(0, 100)}" (${table}) can't be saved: ${error.message}`)
      }
    }
  await refuseForeign(tx, organizationId)
}

/** Where references lead that no save checks, because their target may be deleted. */
const TARGETS = [
  { kinds: ['storyboard', 'remote-storyboard'], tables: ['storyboards'] },
  { kinds: ['page', 'part'], tables: ['pages'] },
  { kinds: ['style'], tables: ['styles'] },
  { kinds: ['place'], tables: ['buildings', 'floors'] },
] as const

/** A deleted target is fine, one of another organization isn't. */
async function refuseForeign(tx: Db, organizationId: string): Promise<void> {
  for (const { kinds, tables } of TARGETS)
    for (const table of tables as readonly TableName[]) {
      const { rows } = await sql`
        select 1 from "references" join ${sql.table(table)} as target on target."id" = "references"."toId"
        where "references"."organizationId" = ${organizationId} and "references"."toKind" in (${sql.join([...kinds])})
          and target."organizationId" <> ${organizationId} limit 1`.execute(tx)
      if (rows.length > 0) throw damaged('a document leads to another organization')
    }
}
