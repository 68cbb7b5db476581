// The checks of a save, for rows of an archive.
import { Brand } from '@vitrine/contract/api/accounts/brand'
import { Region } from '@vitrine/contract/api/accounts/region'
import { RoleCreate } from '@vitrine/contract/api/accounts/roles'
import { Scope } from '@vitrine/contract/api/accounts/scope'
import { UserCreate } from '@vitrine/contract/api/accounts/users'
import { requiredText } from '@vitrine/contract/api/base/inputs'
import { TagName } from '@vitrine/contract/api/base/tags'
import { COMMENT_MENTIONS_MAX, COMMENT_TEXT_MAX, CommentInput } from '@vitrine/contract/api/content/comments'
import { FolderInput } from '@vitrine/contract/api/content/library/folders'
import { Face } from '@vitrine/contract/api/content/media'
import { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { checkPart } from '@vitrine/contract/api/content/parts'
import { StoryboardInput } from '@vitrine/contract/api/content/storyboards'
import { StyleInput } from '@vitrine/contract/api/content/styles'
import { WebPage } from '@vitrine/contract/api/content/web-page'
import { WebPictureInput } from '@vitrine/contract/api/content/web-picture'
import { SourceInput, SourceTable } from '@vitrine/contract/api/data/sources'
import { AlertRuleInput } from '@vitrine/contract/api/operations/alerts'
import { BuildingInput, FloorInput } from '@vitrine/contract/api/places/buildings'
import { ApprovedStoryboard, GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import { DeviceConfigurationInput } from '@vitrine/contract/api/screens/device-configurations'
import { DeviceGroupInput, ScheduleInput } from '@vitrine/contract/api/screens/device-groups'
import { DeviceInput } from '@vitrine/contract/api/screens/devices'
import { SCREEN_VALUE_MAX, ScreenFieldInput } from '@vitrine/contract/api/screens/screen-values'
import { VideoWallInput } from '@vitrine/contract/api/screens/video-wall'
import { DOCUMENT_BYTES } from '@vitrine/contract/body-limits'
import { PART_BYTES } from '@vitrine/contract/document/part-use'
import { ROLES } from '@vitrine/contract/permissions'
import { URL_PATTERN } from '@vitrine/contract/rules'
import { z } from 'zod'
import { readPage } from '#content/pages/document.ts'
import type { MovedName, Row, Value } from './tables.ts'

/** Throws a zod error, or an AppError, for a row that a save would refuse. */
type Check = (row: Row, columns: Columns) => void

/** Reads columns with documents. */
interface Columns {
  json(column: string): unknown
}

const LONG = 200
const line = (max = LONG) => z.string().max(max)
const nullable = (schema: z.ZodType, value: unknown) => (value === null ? undefined : schema.parse(value))

const schedule = (value: unknown) => {
  const { activeFrom, ...sent } = GroupSchedule.parse(value)
  void activeFrom
  ScheduleInput.parse(sent)
}

const page = (document: unknown, row: Row) => {
  const read = LayoutDocument.parse(document)
  if (Buffer.byteLength(JSON.stringify(read)) > DOCUMENT_BYTES) throw new Error('its document is too large')
  if (row.kind === 'part') {
    LayoutDocument.superRefine(checkPart).parse(read)
    if (Buffer.byteLength(JSON.stringify(read)) > PART_BYTES) throw new Error('its document is too large')
  }
  if ('kind' in row) readPage(read, read)
}

const stored = (row: Row): void => {
  const { size, mimetype } = z.object({ size: z.int().min(0), mimetype: line() }).parse(row)
  void size
  void mimetype
}

const written = (row: Row, { json }: Columns): void => {
  line(COMMENT_TEXT_MAX).parse(row.text)
  line().parse(row.author)
  z.array(z.object({ id: line(), name: line() }))
    .max(COMMENT_MENTIONS_MAX)
    .parse(json('mentions'))
}

export const CHECKS: Record<MovedName, Check> = {
  organizations: (row, { json }) => {
    requiredText().parse(row.name)
    Brand.parse({ primary: row.primaryColour, accent: row.accentColour, logoId: row.logoId })
    nullable(Region, json('region'))
    z.enum(['live', 'strict']).parse(row.approval)
    z.int().min(1).max(36_500).nullable().parse(row.playDays)
    z.int().min(1).max(36_500).nullable().parse(row.approvalDays)
    for (const column of ['requiresSecondFactor', 'fourEyes', 'branded']) z.literal([0, 1]).parse(row[column])
  },
  allowed_sites: ({ host }) =>
    void line(300)
      .regex(/^[^\s/]+$/)
      .parse(host),
  custom_roles: ({ name }, { json }) => void RoleCreate.parse({ name, rows: json('rows') }),
  users: (row, { json }) => {
    const sent = { ...row, permissions: json('permissions'), scope: json('scope'), password: 'password-1' }
    const { role, roleId } = UserCreate.omit({ organizationId: true }).parse(sent)
    if (role === ROLES.superAdmin) throw new Error('it is an account of a super admin')
    if (roleId && role !== ROLES.user) throw new Error('only regular users have a custom role')
    nullable(Scope, json('scope'))
    line(40).parse(row.mobile)
  },
  tags: ({ name }) => void TagName.parse(name),
  thumbnails: (row) => {
    stored(row)
    z.string()
      .regex(/^image\//)
      .parse(row.mimetype)
  },
  folders: ({ name }) => void FolderInput.parse({ name }),
  screen_fields: ({ name, kind, source }) => void ScreenFieldInput.parse({ name, kind, source }),
  sources: ({ name, kind, url, path, sheet, stop, timezone, days, every, note }, { json }) => {
    SourceInput.parse({ name, kind, url, path, sheet, stop, timezone, days, every })
    SourceTable.parse(json('data'))
    line(2000).parse(note)
  },
  styles: ({ kind, name }, { json }) => void StyleInput.parse({ kind, name, value: json('value') }),
  pages: (row, { json }) => {
    z.enum(['card', 'layout', 'part']).parse(row.kind)
    requiredText().parse(row.name)
    z.literal([0, 1]).parse(row.isTemplate)
    page(json('document'), row)
  },
  media: (row, { json }) => {
    requiredText(255).parse(row.name)
    stored(row)
    nullable(Face, json('face'))
    const web = json('web')
    if (web === null) return
    const { address, refreshSeconds, zoom, picture } = WebPage.parse(web)
    if (picture) WebPictureInput.parse(picture)
    line(4000).regex(URL_PATTERN).parse(address)
    z.int().min(0).max(86_400).parse(refreshSeconds)
    z.int().min(10).max(1000).parse(zoom)
  },
  media_versions: (row, { json }) => {
    stored(row)
    nullable(Face, json('face'))
    line().parse(row.replacedBy)
  },
  page_versions: (row, { json }) => {
    line().parse(row.name)
    page(json('document'), row)
  },
  comments: (row, columns) => {
    written(row, columns)
    for (const at of [row.x, row.y]) z.int().min(0).max(1_000_000).parse(at)
    nullable(CommentInput.shape.widget, columns.json('widget'))
    line().nullable().parse(row.resolvedBy)
  },
  comment_replies: written,
  comment_mentions: ({ by }) => void line().parse(by),
  storyboards: (row, { json }) => {
    const { name, type, mode, width, height, idleSeconds, audioId, shuffle } = row
    z.literal([0, 1]).parse(shuffle)
    // What a place shows in a local slot may be nothing.
    const isNothing = row.slot != null && z.array(z.unknown()).parse(json('items')).length === 0
    if (!isNothing)
      StoryboardInput.parse({
        ...{ name, type, mode, idleSeconds, audioId, items: json('items') },
        ...(type === 'designed' && { width, height }),
      })
    nullable(ApprovedStoryboard, json('approved'))
    z.enum(['pending', 'approved', 'rejected']).parse(row.status)
    z.string().max(5000).nullable().parse(row.decisionNote)
  },
  decks: (row) => {
    requiredText(255).parse(row.name)
    stored(row)
  },
  deck_pages: ({ page: number }) => void z.int().min(1).parse(number),
  deck_versions: (row, { json }) => {
    stored(row)
    z.array(z.unknown()).max(5000).parse(json('removed'))
  },
  buildings: ({ name, location, coordinates }) =>
    void BuildingInput.parse({ name, location, coordinates, floors: [{ name: 'Floor' }] }),
  floors: ({ name }) => void FloorInput.parse({ name }),
  device_groups: (row, { json }) => {
    DeviceGroupInput.parse({ name: row.name })
    schedule(json('programme'))
    if (json('nextProgramme') !== null) schedule(json('nextProgramme'))
    nullable(VideoWallInput, json('wall'))
  },
  devices: ({ name, type, screenSize, deviceGroupId, floorId }, { json }) =>
    void DeviceInput.parse({ name, type, screenSize, deviceGroupId, floorId, otherSize: json('otherSize') }),
  floor_places: ({ x, y, facing }) => {
    z.int().min(0).max(1000).parse(x)
    z.int().min(0).max(1000).parse(y)
    z.int().min(0).max(360).parse(facing)
  },
  planned_switches: (row) => void line().parse(row.by),
  device_configurations: (row, { json }) => {
    const documents = ['otherSize', 'hours', 'volumeTimes', 'updates', 'downloadHours']
    DeviceConfigurationInput.parse({
      ...row,
      ...Object.fromEntries(documents.map((column) => [column, json(column)])),
      shareFiles: row.shareFiles === 1,
      region: json('region') ?? undefined,
    })
  },
  configuration_uses: (row) => {
    if ((row.deviceId === null) === (row.deviceGroupId === null)) throw new Error('it has no screen or group')
  },
  saved_versions: (row, { json }) => {
    line().parse(row.name)
    const document = json('document')
    if (row.deviceGroupId !== null) return void schedule({ activeFrom: 0, ...(document as object) })
    const { items } = z.object({ items: z.array(z.unknown()).max(500) }).parse(document)
    void items
  },
  screen_values: ({ value }) => void line(SCREEN_VALUE_MAX).parse(value),
  tag_uses: (row) => {
    const owners = Object.keys(row).filter((column) => column.endsWith('Id') && column !== 'tagId')
    if (owners.filter((column) => row[column] !== null).length !== 1) throw new Error('it has one owner')
  },
  alert_rules: (row, { json }) => {
    const { name, minutes } = row
    const documents = ['causes', 'emails', 'mobiles', 'quiet', 'report']
    // An address that stayed may have been its only receiver.
    const sent = Object.fromEntries(documents.map((column) => [column, json(column)]))
    AlertRuleInput.parse({ ...sent, name, minutes, webhook: 'https://example.org' })
  },
  answers: (row, { json }) => {
    for (const column of ['deviceName', 'pageName', 'type', 'widgetId']) line(400).parse(row[column])
    line(4000).parse(row.question)
    void json('value')
  },
}

export const columnsOf = (row: Row): Columns => ({
  json: (column) => {
    const value: Value = row[column] ?? null
    return value === null ? null : (JSON.parse(String(value)) as unknown)
  },
})
