import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import { AUDIT_FORMATS_OF, type AuditFormat } from '@vitrine/contract/api/operations/audit-values'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import type { AuditKind } from '@vitrine/contract/audited'
import type { TFunction } from 'i18next'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText, listText, storedTimeText } from '#lib/text/format.ts'
import type { TextKey } from '#lib/text/i18n.ts'

type Names = Readonly<Record<string, string>>

/** Where the texts of values are, by kind and field. */
const TEXTS: Names = {
  'organization.approval': 'approvalSettings.modes',
  'approval.kind': 'approvals.kinds',
  'user.role': 'users.roles',
  'user.permissions': 'users.permission',
  'identity-provider.defaultRole': 'users.roles',
  'identity-provider.permissions': 'users.permission',
  'identity-provider.factor': 'singleSignOn.factors',
  'email-domain.verifiedBy': 'audit.values.verifiedBy',
  'api-key.role': 'users.roles',
  'api-key.permissions': 'users.permission',
  'conversion.kind': 'audit.values.conversions',
  'conversion.state': 'audit.values.states',
  'source.kind': 'sources.kinds',
  'storyboard.type': 'storyboards.types',
  'storyboard.mode': 'storyboards.modes',
  'storyboard.status': 'status',
  'device.overrideEnd': 'switches.ends',
  'screen-field.kind': 'screenValues.kinds',
  'player-update.status': 'audit.values.updates',
  'takeover.tone': 'takeovers.tones',
  'trash.kind': 'trash.kinds',
  'case.kind': 'cases.kinds',
  'case.status': 'status',
  'alert.causes': 'alerts.causes',
  'webhook.topics': 'webhooks.topic',
}

/** Fields of screens, which store numbers. */
const NUMBERED: Readonly<Record<string, (t: TFunction, value: string) => string | undefined>> = {
  type: (t, value) => {
    const found = Object.entries(DEVICE_TYPES).find(([, type]) => String(type) === value)
    return found && t(`devices.types.${found[0]}` as TextKey)
  },
  screenSize: (_, value) => {
    const size = (SCREEN_SIZES as Record<string, { width: number; height: number }>)[value]
    return size && pixelsText(size)
  },
  orientation: (_, value) => `${value}°`,
}

/** A value of an entry as the console calls it elsewhere; as stored if it is a text, or was cut. */
export function valueText(t: TFunction, kind: AuditKind, field: string, value: string): string {
  const place = `${kind}.${field.split('.')[0]}`
  const format = AUDIT_FORMATS_OF[place]
  if (format === undefined || value === '') return value
  try {
    return written(t, { place, field, format }, value) ?? value
  } catch {
    return value
  }
}

interface Place {
  place: string
  field: string
  format: AuditFormat
}

function written(t: TFunction, { place, field, format }: Place, value: string): string | undefined {
  const name = (one: string) => t(`${TEXTS[place]}.${one}` as TextKey)
  if (Array.isArray(format))
    return format.includes(value) ? (NUMBERED[field]?.(t, value) ?? name(value)) : undefined
  const list = (names: readonly string[]) => (names.length > 0 ? listText(names) : t('table.none'))
  if (typeof format === 'object') return list((JSON.parse(value) as string[]).map(name))
  switch (format) {
    case 'flag':
      return t(value === 'true' ? 'audit.values.yes' : 'audit.values.no')
    case 'time':
      return dateText(value, value.includes('T') ? 'moment' : 'day')
    case 'bytes':
      return fileSize(Number(value))
    case 'names':
      return list(JSON.parse(value) as string[])
    case 'scope':
      return value === 'everywhere' ? t('scope.everywhere') : list(JSON.parse(value) as string[])
    case 'levels':
      return levelsText(t, JSON.parse(value))
    case 'hours':
      return hoursText(JSON.parse(value))
    case 'volumes':
      return listText(
        (JSON.parse(value) as { times: ({ volume: number } & Hours)[] }).times.map(
          (one) => `${hoursText(one)}: ${one.volume}%`,
        ),
      )
    case 'size':
      return pixelsText(JSON.parse(value))
    case 'region':
      return regionText(t, JSON.parse(value))
    default:
      return t(`alerts.reports.${(JSON.parse(value) as { every: string }).every}` as TextKey)
  }
}

const levelsText = (t: TFunction, levels: Record<string, string>) =>
  listText(
    Object.entries(levels).map(
      ([area, level]) => `${t(`access.areas.${area}` as TextKey)}: ${t(`access.levels.${level}` as TextKey)}`,
    ),
  )

const pixelsText = ({ width, height }: { width: number; height: number }) => `\u2066${width}×${height}\u2069`

interface Hours {
  on?: string
  off?: string
  from?: string
  to?: string
}
const hoursText = ({ on = '', off = '', from = on, to = off }: Hours) =>
  `${storedTimeText(from)}–${storedTimeText(to)}`

function regionText(t: TFunction, region: Record<string, string | null>): string {
  const { language, hours, temperature, firstDay } = region
  const parts = [
    language,
    hours && t(`region.hoursOf.${hours}` as TextKey),
    temperature && t(`region.temperatures.${temperature}` as TextKey),
    firstDay && t(`region.firstDays.${firstDay}` as TextKey),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? listText(parts) : t('region.usual')
}
