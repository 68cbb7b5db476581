import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useContext } from 'react'
import { FitText } from '#lib/fit-text.tsx'
import { PageContext } from '#lib/page.ts'
import { Placeholder } from '#lib/placeholder.tsx'

export function Text({ settings, size, host }: WidgetProps<SettingsOf<'text'>>) {
  const { ink } = useContext(PageContext)
  if (settings.text.trim() === '') return <Placeholder size={size} host={host} word="text" />
  return <FitText text={settings.text} font={settings.fontSettings} color={settings.color || ink} {...size} />
}
