import { approvals } from '@vitrine/contract/api/operations/approvals'
import { feature, personOf } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { anyOf } from '#db/database.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { conflict, notFound } from '#lib/errors.ts'
import { stateOf } from '#playback/approve.ts'
import { allParts } from '#playback/approved/parts.ts'
import { sideOf } from '#playback/approved/sides.ts'
import { COPIES, fileOfCopy } from '#playback/copies.ts'
import { LIVE } from '#playback/live.ts'
import {
  changesOf,
  decide,
  getSettings,
  getWaiting,
  isReached,
  listWaiting,
  mailAuthors,
  saveSettings,
} from './queries.ts'

type Needs = Pick<Platform, 'origins' | 'outbox' | 'seal' | 'blobs'>

export const approvalsFeature = feature(approvals, ({ origins, outbox, seal, blobs }: Needs) => ({
  settings: async ({ db, params }) => ({ settings: await getSettings(db, params.id) }),
  saveSettings: async (context) => {
    const { params, body, query, clock, changed } = context
    let impact: { screens: number; waiting: number } | undefined
    const settings = await updateVersioned(
      context,
      (db) => getSettings(db, params.id),
      async (db, before) => {
        const at = { now: clock.now(), seal }
        const played = query.dryRun && (await allParts(db, before.id, at))
        const waiting = await saveSettings(db, before, body, isoTime(clock.now()))
        changed(...waiting.map((id) => ({ kind: 'content' as const, id })))
        if (!played) return
        const plays = await allParts(db, before.id, at)
        const differs = (id: string) => plays.get(id)?.hash !== played.get(id)?.hash
        const screens = [...played].filter(
          ([id, { isScreen, groupId }]) =>
            isScreen && (differs(id) || (groupId !== null && differs(groupId))),
        )
        impact = { screens: screens.length, waiting: waiting.length }
      },
    )
    return { settings, impact }
  },
  list: async (context) =>
    listWaiting(await listingDb(context, 'approved_copies'), context.query, personOf(context.session)),
  get: async ({ db, tenantDb, params, session }) => {
    const row = await getWaiting(db, params.id)
    const own = tenantDb(row.organizationId)
    const [change] = await changesOf(own, [row], personOf(session))
    if (!change) throw notFound()
    return {
      change,
      state: await stateOf(own, row),
      before: await sideOf(own, COPIES, row),
      after: await sideOf(own, LIVE, row),
    }
  },
  file: async ({ db, params: { sha256 }, request, reply }) => {
    const found = await fileOfCopy(db, sha256)
    if (!found) throw notFound('This file is no longer available')
    return sendBlob(request, reply, blobs, { sha256, mimetype: found.mimetype })
  },
  decide: async ({ db, tenantDb, body, clock, session, changed, afterCommit }) => {
    const { changes, decision, note } = body
    const rows = await db
      .selectFrom('approved_copies')
      .select(['id', 'name', 'changedBy', 'organizationId'])
      .where('id', 'in', anyOf(db, changes))
      .where(isReached(db))
      .execute()
    const [first] = rows
    if (!first || rows.length < new Set(changes.map(({ id }) => id)).size)
      throw notFound('This change no longer waits')
    // Of one organization: a super admin sees those of all.
    if (rows.some((row) => row.organizationId !== first.organizationId)) throw conflict()
    const { organizationId } = first
    const own = tenantDb(organizationId)
    const decided = { decision, note, personId: personOf(session), now: clock.now() }
    const played = await decide(own, organizationId, changes, decided)
    changed(...played.map((id) => ({ kind: 'content' as const, id })))
    if (await mailAuthors(own, origins, rows, decided)) afterCommit(() => void outbox.wake())
    return { ids: rows.map(({ id }) => id) }
  },
}))
