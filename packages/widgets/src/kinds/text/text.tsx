import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useContext } from 'react'
import { useBoundText } from '#lib/bound-text.ts'
import { FitText } from '#lib/fit-text.tsx'
import { PageContext } from '#lib/page.ts'
import { Placeholder } from '#lib/placeholder.tsx'

export function Text({ settings, size, host }: WidgetProps<SettingsOf<'text'>>) {
  const { ink } = useContext(PageContext)
  const text = useBoundText(settings.text, host)
  if (settings.text.trim() === '') return <Placeholder size={size} host={host} word="text" />
  return <FitText text={text} font={settings.fontSettings} color={settings.color || ink} {...size} />
}
