import { contrastText } from '@vitrine/contract/fields/color'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { builtInText } from '#lib/built-in-texts.ts'
import { faceOf, noteShade } from '#lib/faces.ts'
import { FitText } from '#lib/fit-text.tsx'
import { styledText, usePieces } from '#lib/pieces.tsx'

/** A sheet of paper with a curled corner and a shadow, which takes room from it inside the widget's box. */
export function StickyNote({ settings, size, host }: WidgetProps<SettingsOf<'sticky-note'>>) {
  const paper = settings.colorSwatches
  const shade = noteShade(size)
  const { left, top, ...sheet } = faceOf('sticky-note', settings, size)
  const fold = Math.min(sheet.width, sheet.height) * 0.14
  const pad = Math.min(sheet.width, sheet.height) * 0.08
  const ink = contrastText(paper)
  const empty = settings.text.trim() === ''
  const pieces = usePieces(settings.text)
  const styled = styledText(
    pieces,
    pieces.map((piece) => piece.text),
  )
  return (
    <>
      <div
        style={{
          position: 'absolute',
          left,
          top,
          ...sheet,
          boxShadow: `0 ${shade * 0.35}px ${shade * 0.8}px rgba(0, 0, 0, .38)`,
          background: paper,
          borderRadius: 2,
          overflow: 'hidden',
        }}
      >
        <div
          style={{
            position: 'absolute',
            left: 0,
            top: 0,
            ...sheet,
            background:
              'linear-gradient(178deg, rgba(0, 0, 0, .09), rgba(255, 255, 255, .12) 14%, rgba(0, 0, 0, .02))',
          }}
        />
        <div
          style={{
            position: 'absolute',
            left: sheet.width - fold,
            top: sheet.height - fold,
            width: fold,
            height: fold,
            background:
              'linear-gradient(135deg, rgba(255, 255, 255, .65), rgba(255, 255, 255, .25) 48%, rgba(0, 0, 0, .16) 50%, rgba(0, 0, 0, .24))',
            borderTopLeftRadius: fold * 0.12,
            boxShadow: '-1px -1px 3px rgba(0, 0, 0, .16)',
          }}
        />
      </div>
      <FitText
        {...(empty && host.mode === 'design' ? { text: builtInText(host.locale, 'stickyNote') } : styled)}
        font={settings.fontSettings}
        color={ink}
        left={left + pad}
        top={top + pad}
        width={sheet.width - 2 * pad}
        height={sheet.height - pad - Math.max(pad, fold)}
        style={empty ? { opacity: 0.5 } : undefined}
      />
    </>
  )
}
