import { PROVIDER_FACTORS } from '#api/accounts/identity-provider.ts'
import { CONVERSION_STATES } from '#api/content/conversions/conversions.ts'
import { SCREEN_SIZES } from '#api/content/layouts.ts'
import { PlaybackMode, StoryboardStatus, StoryboardType } from '#api/content/storyboards.ts'
import { TRASH_KINDS } from '#api/content/trash/kinds.ts'
import { SOURCE_KINDS } from '#api/data/sources.ts'
import { ALERT_CAUSES } from '#api/operations/alerts.ts'
import { ApprovalMode } from '#api/operations/approvals.ts'
import { CASE_KINDS, CaseStatus } from '#api/operations/cases.ts'
import { UPDATE_STATUSES } from '#api/screens/devices/player-updates.ts'
import { DEVICE_TYPES } from '#api/screens/devices.ts'
import { SWITCH_ENDS } from '#api/screens/manual-switches.ts'
import { TAKEOVER_TONES } from '#api/screens/takeovers.ts'
import { FIELD_KINDS } from '#document/screen-values.ts'
import { PERMISSIONS, ROLES } from '#permissions.ts'
import { WEBHOOK_TOPICS } from '#webhook-topics.ts'

/**
 * What the values of the audit log's fields are, by kind and field; other fields are texts and numbers of people.
 * Names: the values that a field can have. `scope`: a JSON list of names, or
 * `everywhere`. `levels`: of a custom role. `flag`: `true` or `false`. `time`: an instant. `names`: a JSON list, of
 * `of` or of anything. Others are JSON of the API's fields: hours of a day, volumes by time, a size in pixels, and so on.
 */
export type AuditFormat =
  | readonly string[]
  | 'flag'
  | 'time'
  | 'bytes'
  | 'names'
  | 'scope'
  | 'levels'
  | 'hours'
  | 'volumes'
  | 'region'
  | 'size'
  | 'report'
  | { namesOf: readonly string[] }

const numbers = (values: Readonly<Record<string, number>>): string[] => Object.values(values).map(String)

export const AUDIT_FORMATS_OF: Readonly<Record<string, AuditFormat>> = {
  'organization.region': 'region',
  'organization.requiresSecondFactor': 'flag',
  'organization.branded': 'flag',
  'organization.approval': ApprovalMode.options,
  'organization.fourEyes': 'flag',
  'takeover.withoutApproval': 'flag',
  'approval.kind': ['storyboard', 'page', 'media'],
  'storyboard.shuffle': 'flag',
  'user.role': Object.values(ROLES),
  'user.permissions': { namesOf: PERMISSIONS },
  'user.scope': 'scope',
  'role.scope': 'scope',
  'role.levels': 'levels',
  'user.emailVerified': 'flag',
  'user.mobileVerified': 'flag',
  'session.kiosk': 'flag',
  'identity-provider.defaultRole': Object.values(ROLES),
  'identity-provider.permissions': { namesOf: PERMISSIONS },
  'identity-provider.createsAccounts': 'flag',
  'identity-provider.trustsEmail': 'flag',
  'identity-provider.factor': PROVIDER_FACTORS,
  'identity-provider.required': 'flag',
  'email-domain.verifiedAt': 'time',
  'email-domain.verifiedBy': ['dns', 'operator'],
  'api-key.role': Object.values(ROLES),
  'api-key.permissions': { namesOf: PERMISSIONS },
  'api-key.scope': 'scope',
  'api-key.networks': 'names',
  'api-key.expiresAt': 'time',
  'api-key.revokedAt': 'time',
  'licence.expiresAt': 'time',
  'media.size': 'bytes',
  'deck.size': 'bytes',
  'conversion.kind': ['deck', 'video'],
  'conversion.state': CONVERSION_STATES,
  'source.kind': SOURCE_KINDS,
  'layout.isTemplate': 'flag',
  'card.isTemplate': 'flag',
  'part.isTemplate': 'flag',
  'storyboard.type': StoryboardType.options,
  'storyboard.mode': PlaybackMode.options,
  'storyboard.status': StoryboardStatus.options,
  'device.type': numbers(DEVICE_TYPES),
  'device.screenSize': Object.keys(SCREEN_SIZES),
  'device.otherSize': 'size',
  'device.overrideEnd': SWITCH_ENDS,
  'device.overrideUntil': 'time',
  'device-group.activateAt': 'time',
  'device-configuration.type': numbers(DEVICE_TYPES),
  'device-configuration.screenSize': Object.keys(SCREEN_SIZES),
  'device-configuration.otherSize': 'size',
  'device-configuration.orientation': ['0', '90', '180', '270'],
  'device-configuration.hours': 'hours',
  'device-configuration.volumeTimes': 'volumes',
  'device-configuration.updates': 'hours',
  'device-configuration.downloadHours': 'hours',
  'device-configuration.shareFiles': 'flag',
  'device-configuration.region': 'region',
  'screen-field.kind': FIELD_KINDS,
  'player-update.status': UPDATE_STATUSES,
  'takeover.tone': TAKEOVER_TONES,
  'takeover.endsAt': 'time',
  'takeover.clearedAt': 'time',
  'trigger.allowsGet': 'flag',
  'trigger.isSigned': 'flag',
  'trash.kind': TRASH_KINDS,
  'case.kind': CASE_KINDS,
  'case.status': CaseStatus.options,
  'alert.causes': { namesOf: ALERT_CAUSES },
  'alert.emails': 'names',
  'alert.mobiles': 'names',
  'alert.quiet': 'hours',
  'alert.report': 'report',
  'webhook.topics': { namesOf: WEBHOOK_TOPICS },
  'webhook.pausedAt': 'time',
}
