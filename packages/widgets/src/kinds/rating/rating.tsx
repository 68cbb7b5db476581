import { solidColor } from '@vitrine/contract/fields/color'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { builtInText } from '#lib/built-in-texts.ts'
import { mirrored } from '#lib/line.tsx'
import { pressable, SURFACE } from '#lib/touchable.ts'
import { useVisit } from '#lib/use-visit.ts'

const STARS = [1, 2, 3, 4, 5]
const STAR = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z'

/** Five stars as large as the box allows. The designer fills three of them to show the color. */
export function Rating({ id, settings, size, host }: WidgetProps<SettingsOf<'rating'>>) {
  const [given, give] = useVisit(0)
  const shining = host.mode === 'design' ? 3 : given
  const color = solidColor(settings.color || 'gold')
  const cell = size.width / STARS.length
  const star = Math.min(cell, size.height) * 0.92
  const x = mirrored(host.dir, size.width)
  return (
    <div
      role="radiogroup"
      aria-label={builtInText(host.locale, 'rating')}
      style={{ position: 'absolute', left: 0, top: 0, ...size }}
    >
      {STARS.map((n) => (
        <div
          key={n}
          {...pressable(
            host,
            () => {
              give(n)
              host.answer(id, n)
            },
            { role: 'radio', label: builtInText(host.locale, 'stars', { n }), checked: given === n },
          )}
          style={{
            ...SURFACE,
            position: 'absolute',
            left: x((n - 1) * cell, cell),
            top: 0,
            width: cell,
            height: size.height,
          }}
        >
          <svg
            viewBox="0 0 24 24"
            width={star}
            height={star}
            aria-hidden="true"
            style={{
              position: 'absolute',
              left: (cell - star) / 2,
              top: (size.height - star) / 2,
              transform: n === given ? 'scale(1.12)' : undefined,
              transition: 'transform 140ms ease-out',
            }}
          >
            <path
              d={STAR}
              fill={n <= shining ? color : 'none'}
              stroke={color}
              strokeWidth="1.5"
              strokeLinejoin="round"
            />
          </svg>
        </div>
      ))}
    </div>
  )
}
