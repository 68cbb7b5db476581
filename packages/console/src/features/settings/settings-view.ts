import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

/** The tabs of the settings, in their order. */
export const SETTINGS_TABS = [
  'appearance',
  'keyboard',
  'verification',
  'sites',
  'alerts',
  'kiosk',
  'outbox',
  'backups',
  'system',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** What the settings keep in their address: the tab, and how its list is looked at. */
export function settingsView(raw: Record<string, unknown>): ListSearch & { tab?: SettingsTab } {
  const tab = SETTINGS_TABS.find((one) => one === raw.tab)
  return { ...listSearch(raw), ...(tab && { tab }) }
}
