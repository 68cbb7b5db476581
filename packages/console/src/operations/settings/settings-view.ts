import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

/** The settings tabs, in order. */
export const SETTINGS_TABS = [
  'appearance',
  'keyboard',
  'verification',
  'login',
  'sites',
  'approval',
  'styles',
  'alerts',
  'kiosk',
  'keys',
  'triggers',
  'webhooks',
  'moving',
  'outbox',
  'backups',
  'system',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The settings' view in the URL: the tab, and its list's view. */
export function settingsView(raw: Record<string, unknown>): ListSearch & { tab?: SettingsTab } {
  const tab = SETTINGS_TABS.find((one) => one === raw.tab)
  return { ...listSearch(raw), ...(tab && { tab }) }
}
