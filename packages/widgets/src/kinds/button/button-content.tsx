import { readIcon } from '@vitrine/contract/fields/icon'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host } from '@vitrine/widgets/host'
import { useBoundTexts } from '#lib/bound-text.ts'
import { FitText } from '#lib/fit-text.tsx'
import { lineFont } from '#lib/fonts/stacks.ts'
import { IconView } from '#lib/icon-view.tsx'
import { type Box, contentPlaces } from './content-places.ts'

/** Of the label's letters, and of the height that both lines have. */
const SECOND = 0.7
const FIRST_SHARE = 0.58

interface ButtonContentProps {
  settings: SettingsOf<'button'>
  label: string
  color: string
  host: Host
  /** The room for words and icon. */
  box: Box
}

/** What a button shows: a picture behind its words, an icon beside them, a second line, and a badge. */
export function ButtonContent({ settings, label, color, host, box }: ButtonContentProps) {
  const { fontSettings: font, icon, iconPlace, picture } = settings
  const [second = '', badge = ''] = useBoundTexts([settings.secondLine, settings.badge], host)
  const [shown] = picture
  const url = shown && host.media(shown.mediaId)?.url
  const hasSecond = second.trim() !== ''
  const mark = badge.trim() === '' ? undefined : badgePlace(badge, box, font.size)
  const { icon: square, words } = contentPlaces({
    // Words and icon are beside the badge.
    box: mark ? { ...box, width: box.width - mark.width * 1.1 } : box,
    letters: font.size,
    place: readIcon(icon) ? iconPlace || 'before' : undefined,
    hasWords: label !== '' || hasSecond,
  })
  const first = hasSecond ? words.height * FIRST_SHARE : words.height
  return (
    <>
      {url && (
        <img
          src={url}
          alt=""
          draggable={false}
          style={{ position: 'absolute', left: 0, top: 0, width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
      {square && (
        <IconView icon={icon} color={color} left={square.left} top={square.top} size={square.width} />
      )}
      <FitText text={label} font={font} color={color} {...words} height={first} vertical="middle" />
      {hasSecond && (
        <FitText
          text={second}
          font={{ ...lineFont(font, font.size * SECOND), isBold: false }}
          color={color}
          {...words}
          top={words.top + first}
          height={words.height - first}
        />
      )}
      {mark && <Badge text={badge} box={mark} />}
    </>
  )
}

/** In the corner where people look for news. */
function badgePlace(text: string, { left, top, width: across, height: down }: Box, letters: number): Box {
  const height = Math.min(down * 0.4, letters * 0.9)
  const width = Math.min(across / 3, Math.max(height, [...text].length * height * 0.6 + height * 0.5))
  return { left: left + across - width, top, width, height }
}

/** A few characters on red. */
function Badge({ text, box }: { text: string; box: Box }) {
  const { width, height } = box
  return (
    <div style={{ position: 'absolute', ...box, borderRadius: height, background: '#c51d24' }}>
      <FitText
        text={text}
        font={{ isBold: true, isItalic: false, alignment: 'center', font: 'Arial', size: height * 0.7 }}
        color="#ffffff"
        width={width}
        height={height}
        vertical="middle"
        lines="one"
      />
    </div>
  )
}
