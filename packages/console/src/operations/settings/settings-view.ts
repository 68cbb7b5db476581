import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

/** The settings, in order, by whom they concern. Each has a component in `PARTS`. */
const GROUPS = {
  you: ['appearance', 'keyboard', 'verification'],
  organization: ['login', 'sites', 'approval', 'styles', 'alerts', 'moving'],
  connections: ['keys', 'triggers', 'webhooks', 'kiosk'],
  server: ['outbox', 'backups', 'system'],
} as const
export type SettingsGroup = keyof typeof GROUPS
export type SettingsTab = (typeof GROUPS)[SettingsGroup][number]

export const SETTINGS_GROUPS = Object.entries(GROUPS) as [SettingsGroup, readonly SettingsTab[]][]
export const SETTINGS_TABS: readonly SettingsTab[] = Object.values(GROUPS).flat()

/** The settings' view in the URL: the part, and its list's view. */
export function settingsView(raw: Record<string, unknown>): ListSearch & { tab?: SettingsTab } {
  const tab = SETTINGS_TABS.find((one) => one === raw.tab)
  return { ...listSearch(raw), ...(tab && { tab }) }
}
