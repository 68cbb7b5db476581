import type { AuditKind } from './audited.ts'

/** What a webhook can be told about. */
export const WEBHOOK_TOPICS = [
  ...(['screens', 'schedules', 'storyboards', 'pages', 'media', 'sources'] as const),
  ...(['takeovers', 'places', 'people', 'alerts', 'plays'] as const),
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/**
 * The topic of an entry of the audit log, by its kind; webhooks get no other entries. `alerts` has events of its
 * rules too, and `plays` one each hour.
 */
export const TOPIC_OF_KIND: Readonly<Partial<Record<AuditKind, WebhookTopic>>> = {
  device: 'screens',
  'device-configuration': 'screens',
  'unknown-screen': 'screens',
  'player-update': 'screens',
  'screen-field': 'screens',
  'device-group': 'schedules',
  storyboard: 'storyboards',
  approval: 'storyboards',
  layout: 'pages',
  card: 'pages',
  style: 'pages',
  part: 'pages',
  comment: 'pages',
  media: 'media',
  folder: 'media',
  deck: 'media',
  conversion: 'media',
  trash: 'media',
  source: 'sources',
  takeover: 'takeovers',
  trigger: 'takeovers',
  building: 'places',
  floor: 'places',
  user: 'people',
  role: 'people',
  session: 'people',
  'second-factor': 'people',
  passkey: 'people',
  'api-key': 'people',
  organization: 'people',
  'identity-provider': 'people',
  'email-domain': 'people',
  site: 'people',
  licence: 'people',
  alert: 'alerts',
}
