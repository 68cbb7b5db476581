import { Button } from '@mantine/core'
import { gradientText, type Stop } from '@vitrine/contract/fields/color'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'

const shade = (angle: number, ...stops: readonly (readonly [alpha: string, at: number])[]) =>
  gradientText({
    ...{ kind: 'linear', angle },
    stops: stops.map(([alpha, at]): Stop => ({ color: `#000000${alpha}`, at })),
  })

/** Overlays on which white text can be read, whatever the picture is. */
const OVERLAYS = {
  none: '',
  even: '#000000a6',
  below: shade(180, ['1a', 0], ['40', 40], ['d9', 80]),
  ends: shade(180, ['d1', 0], ['1f', 42], ['1f', 58], ['d9', 88]),
  left: shade(90, ['e0', 0], ['b3', 45], ['1a', 100]),
  right: shade(270, ['e0', 0], ['b3', 45], ['1a', 100]),
} as const
const NAMES = Object.keys(OVERLAYS) as (keyof typeof OVERLAYS)[]

/** Darkens a picture or video where text will be, in one press. */
export function OverlayButtons({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.row}>
      <span id={id} className={styles.label}>
        {t('designer.overlays.title')}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border in forms */}
      <div role="group" aria-labelledby={id} className={styles.line}>
        {NAMES.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant={value === OVERLAYS[name] ? 'light' : 'default'}
            aria-pressed={value === OVERLAYS[name]}
            onClick={() => onChange(OVERLAYS[name])}
          >
            {t(`designer.overlays.${name}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}
