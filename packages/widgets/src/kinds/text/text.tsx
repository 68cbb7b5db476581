import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useContext } from 'react'
import { useBoundText } from '#lib/bound-text.ts'
import { FitText } from '#lib/fit-text.tsx'
import { PageContext } from '#lib/page.ts'
import { Placeholder } from '#lib/placeholder.tsx'
import { isFilled } from './filled-row.ts'
import { TextRows } from './text-rows.tsx'
import { useSheetRows } from './use-sheet-rows.ts'

export function Text({ settings, size, host }: WidgetProps<SettingsOf<'text'>>) {
  const { ink } = useContext(PageContext)
  const text = useBoundText(settings.text, host)
  const { fontSettings: font, color = '', priceColor } = settings
  // The typed rows show until those of the sheet have loaded.
  const rows = useSheetRows(String(settings.source ?? ''), host) ?? settings.rows
  if (rows.some(isFilled))
    return (
      <TextRows
        heading={text}
        rows={rows}
        font={font}
        color={color || ink}
        priceColor={priceColor || color || ink}
        size={size}
        host={host}
      />
    )
  if (settings.text.trim() === '') return <Placeholder size={size} host={host} word="text" />
  return <FitText text={text} font={font} color={color || ink} {...size} />
}
