// The problems of an organization at an instant, by cause.
import {
  type AlertCause,
  LICENCE_DAYS,
  STORAGE_FINE_PERCENT,
  STORAGE_PERCENT,
} from '@vitrine/contract/api/operations/alerts'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { isBlank } from '@vitrine/contract/player/blank'
import { hoursBegan, isWithinHours } from '@vitrine/contract/schedule/daily-hours'
import { storageLimit, storageUse } from '#base/storage/queries.ts'
import type { Db } from '#db/schema.ts'
import type { AlertProblemsTable } from '#db/tables/alerts.ts'
import type { Settings } from '#lib/env.ts'
import { configurationsOf } from '#playback/configurations.ts'
import { allDevices } from '#screens/devices/queries.ts'
import { countOutcomes, latestUpdate } from '#screens/player-updates/queries.ts'
import { pictureSentence } from './texts.ts'

type Outcome = AlertProblemsTable['outcome']

/**
 * State of one item: `unknown` neither begins nor ends a problem (a screen outside its hours). An item that isn't
 * listed doesn't exist any more.
 */
export type State =
  | { is: 'wrong'; name: string; place: string; since: number; sentence?: string }
  | { is: 'fine'; outcome: Outcome }
  | { is: 'unknown' }

/** By the id of the screen, storyboard, web page, license, or organization. */
export type States = ReadonlyMap<string, State>

/** Causes that concern screens: they must last for the rule's minutes. */
export const OF_SCREENS = ['offline', 'behind', 'dark', 'differs'] as const satisfies readonly AlertCause[]
type ScreenCause = (typeof OF_SCREENS)[number]

const DAY = 86_400_000
const MB = 2 ** 20
const FINE: State = { is: 'fine', outcome: null }
const UNKNOWN: State = { is: 'unknown' }

/** The states for some causes. `db` is bound to the organization. */
export async function statesOf(
  db: Db,
  organizationId: string,
  causes: ReadonlySet<AlertCause>,
  now: number,
  settings: Settings,
): Promise<Map<AlertCause, States>> {
  const states = new Map<AlertCause, States>()
  if (OF_SCREENS.some((cause) => causes.has(cause)))
    for (const [cause, found] of await screenStates(db, now)) states.set(cause, found)
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'isHome', 'storageMb'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (causes.has('update')) states.set('update', await updateStates(db, now))
  if (causes.has('storage')) states.set('storage', await storageState(db, organization, now, settings))
  if (causes.has('approval'))
    states.set('approval', new Map([...(await approvalStates(db, now)), ...(await changeStates(db, now))]))
  if (causes.has('picture')) states.set('picture', await pictureStates(db))
  if (causes.has('licence')) states.set('licence', await licenceStates(db, now))
  if (causes.has('backup') && organization.isHome === 1) states.set('backup', await backupState(db, now))
  return states
}

async function storageState(
  db: Db,
  organization: { id: string; name: string; storageMb: number | null },
  now: number,
  settings: Settings,
): Promise<States> {
  const { id, name } = organization
  const limit = storageLimit(organization, settings)
  if (limit === null) return new Map([[id, FINE]])
  const used = (await storageUse(db, [organization])).get(id)?.total ?? 0
  const percent = (100 * used) / (limit * MB)
  if (percent >= STORAGE_PERCENT) return new Map([[id, { is: 'wrong', name, place: '', since: now }]])
  // Hysteresis: uploads and deletions around the limit are one problem.
  return new Map([[id, percent < STORAGE_FINE_PERCENT ? FINE : UNKNOWN]])
}

async function approvalStates(db: Db, now: number): Promise<States> {
  const storyboards = await db
    .selectFrom('storyboards')
    .select(['id', 'name', 'status'])
    .where((where) =>
      where.or([
        where('status', '=', 'pending'),
        where(
          'id',
          'in',
          where.selectFrom('alert_problems').select('subject').where('cause', '=', 'approval'),
        ),
      ]),
    )
    .execute()
  return new Map(
    storyboards.map(({ id, name, status }): [string, State] => [
      id,
      status === 'pending' ? { is: 'wrong', name, place: '', since: now } : { is: 'fine', outcome: status },
    ]),
  )
}

/** Changes that wait under strict approval; a late one is another problem, which reminds. */
async function changeStates(db: Db, now: number): Promise<States> {
  const rows = await db
    .selectFrom('approved_copies')
    .innerJoin('organizations', 'organizations.id', 'approved_copies.organizationId')
    .select(['approved_copies.id', 'approved_copies.name', 'waitsSince', 'rejectedAt', 'approvalDays'])
    .where((where) =>
      where.or([
        where('waitsSince', 'is not', null),
        where(
          'approved_copies.id',
          'in',
          where.selectFrom('alert_problems').select('subject').where('cause', '=', 'approval'),
        ),
      ]),
    )
    .execute()
  const states = new Map<string, State>()
  for (const { id, name, waitsSince, rejectedAt, approvalDays } of rows) {
    const waits = waitsSince !== null && rejectedAt === null
    const over: State = { is: 'fine', outcome: rejectedAt === null ? 'approved' : 'rejected' }
    states.set(id, waits ? { is: 'wrong', name, place: '', since: now } : over)
    const isLate = waits && approvalDays !== null && Number(waitsSince) + approvalDays * DAY <= now
    states.set(`late-${id}`, isLate ? { is: 'wrong', name, place: '', since: now, sentence: LATE } : over)
  }
  return states
}

/** Of a change that has waited longer than the organization wants. */
const LATE = 'It has waited longer for approval than your organization wants'

/** Photographed web pages. One that was saved, or failed fewer times in a row than is reported, may still do either. */
async function pictureStates(db: Db): Promise<States> {
  const rows = await db
    .selectFrom('web_photos')
    .innerJoin('media', 'media.id', 'web_photos.id')
    .select(['web_photos.id', 'media.name', 'takenAt', 'checkedAt', 'problem', 'detail', 'failingSince'])
    .execute()
  return new Map(
    rows.map(({ id, name, takenAt, checkedAt, problem, detail, failingSince }): [string, State] => {
      if (problem !== null && failingSince !== null) {
        const sentence = pictureSentence(problem, detail)
        return [id, { is: 'wrong', name, place: '', since: Number(failingSince), sentence }]
      }
      return [id, takenAt !== null && takenAt === checkedAt ? FINE : UNKNOWN]
    }),
  )
}

async function licenceStates(db: Db, now: number): Promise<States> {
  const licences = await db.selectFrom('licences').select(['id', 'number', 'expiresAt']).execute()
  return new Map(
    licences.map(({ id, number, expiresAt }): [string, State] =>
      expiresAt !== null && Date.parse(expiresAt) - now < LICENCE_DAYS * DAY
        ? [id, { is: 'wrong', name: number, place: `until ${expiresAt.slice(0, 10)}`, since: now }]
        : [id, FINE],
    ),
  )
}

/** Reports an update that the server stopped, not one that a user stopped. */
async function updateStates(db: Db, now: number): Promise<States> {
  const update = await latestUpdate(db)
  if (!update) return new Map()
  if (update.status !== 'stopped' || update.decidedBy !== null) return new Map([[update.id, FINE]])
  const { failed } = await countOutcomes(db, update.id)
  const name =
    failed === 1 ? "1 screen didn't come back healthy" : `${failed} screens didn't come back healthy`
  return new Map([[update.id, { is: 'wrong', name, place: '', since: now }]])
}

async function backupState(db: Db, now: number): Promise<States> {
  const job = await db.selectFrom('jobs').select('error').where('id', '=', 'backup').executeTakeFirst()
  const failed = job !== undefined && job.error !== null
  return new Map([['backup', failed ? { is: 'wrong', name: 'Backup', place: '', since: now } : FINE]])
}

async function screenStates(db: Db, now: number): Promise<[ScreenCause, States][]> {
  const devices = await allDevices(db, now)
  const configurations = await configurationsOf(db, devices)
  const floors = await db
    .selectFrom('floors')
    .innerJoin('buildings', 'buildings.id', 'floors.buildingId')
    .select(['floors.id', 'buildings.name'])
    .execute()
  const places = new Map(floors.map(({ id, name }) => [id, name]))
  return OF_SCREENS.map((cause) => [
    cause,
    new Map(
      devices.map((device): [string, State] => {
        const hours = configurations.get(device.id)?.configuration.hours ?? null
        const started = isWithinHours(hours, now) ? PROBLEMS[cause](device, now) : 'unknown'
        if (started === 'unknown') return [device.id, UNKNOWN]
        if (started === 'fine') return [device.id, FINE]
        // After its dark hours, a screen gets the rule's minutes to start.
        const since = Math.max(started, hoursBegan(hours, now))
        const { name, floorId, truth } = device
        const place = places.get(floorId ?? '') ?? ''
        return [device.id, { is: 'wrong', name, place, since, sentence: truth.sentence }]
      }),
    ),
  ])
}

/** Since when a screen has each problem. An offline screen's content is unknown. */
const PROBLEMS: Record<ScreenCause, (device: Device, now: number) => number | 'fine' | 'unknown'> = {
  offline: ({ connection, lastSeenAt }) => {
    if (connection === 'never') return 'unknown'
    return connection === 'online' ? 'fine' : Date.parse(lastSeenAt ?? '')
  },
  behind: ({ connection, content }, now) => {
    if (connection !== 'online' || content === 'updating') return 'unknown'
    return content === 'behind' ? now : 'fine'
  },
  dark: (device, now) => {
    const { connection, playing } = device
    if (connection !== 'online') return 'unknown'
    const isEmpty = playing === null || (playing.storyboardId === null && playing.reason !== 'takeover')
    return isEmpty || isBlank(device) ? now : 'fine'
  },
  differs: ({ truth }, now) => {
    if (truth.value === 'unknown' || truth.because === 'updating') return 'unknown'
    return truth.value === 'differs' ? now : 'fine'
  },
}
