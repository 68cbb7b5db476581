import type { AuditKind } from './audited.ts'

/** What a webhook can be told about. */
export const WEBHOOK_TOPICS = [
  ...(['screens', 'schedules', 'storyboards', 'takeovers', 'media', 'pages', 'sources'] as const),
  ...(['places', 'people', 'alerts', 'plays'] as const),
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/** The topic of entries of the audit log. `alerts` and `plays` have events of their own too. */
export const TOPIC_OF_KIND: Readonly<Partial<Record<AuditKind, WebhookTopic>>> = {
  device: 'screens',
  'device-configuration': 'screens',
  'unknown-screen': 'screens',
  'player-update': 'screens',
  'device-group': 'schedules',
  storyboard: 'storyboards',
  takeover: 'takeovers',
  trigger: 'takeovers',
  media: 'media',
  folder: 'media',
  deck: 'media',
  conversion: 'media',
  layout: 'pages',
  card: 'pages',
  source: 'sources',
  building: 'places',
  floor: 'places',
  user: 'people',
  session: 'people',
  organization: 'people',
  'api-key': 'people',
  site: 'people',
  licence: 'people',
  alert: 'alerts',
}
