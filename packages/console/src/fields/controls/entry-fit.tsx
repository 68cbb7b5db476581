import { ActionIcon, Menu } from '@mantine/core'
import { CropIcon } from '@phosphor-icons/react/dist/csr/Crop'
import {
  FITS,
  type Fit,
  FOCUSES,
  type Focus,
  type MediaZoneEntry,
} from '@vitrine/contract/fields/kinds/media-zone'
import { useTranslation } from 'react-i18next'
import styles from './entry-fit.module.css'

interface EntryFitProps {
  entry: MediaZoneEntry
  name: string
  /** The fit of entries without their own. */
  zoneFit: Fit
  onChange: (look: Pick<MediaZoneEntry, 'fit' | 'focus'>) => void
}

/** How an entry fills its zone and, if it is cropped, which part stays visible. */
export function EntryFit({ entry, name, zoneFit, onChange }: EntryFitProps) {
  const { t } = useTranslation()
  const { fit, focus = 'center' } = entry
  const isCropped = (fit ?? zoneFit) === 'cover'
  const item = (value: Fit | undefined) => (
    <Menu.RadioItem key={value ?? 'zone'} value={value ?? ''}>
      {value ? t(`fields.fit.${value}`) : t('fields.fit.zone', { fit: t(`fields.fit.${zoneFit}`) })}
    </Menu.RadioItem>
  )
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          size={28}
          aria-label={t('fields.fit.of', { name })}
          color={fit || focus !== 'center' ? undefined : 'gray'}
        >
          <CropIcon size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('fields.fit.title')}</Menu.Label>
        <Menu.RadioGroup
          value={fit ?? ''}
          onChange={(value) => onChange({ fit: FITS.find((each) => each === value) })}
        >
          {[undefined, ...FITS].map(item)}
        </Menu.RadioGroup>
        {isCropped && (
          <>
            <Menu.Label>{t('fields.fit.focus')}</Menu.Label>
            <div className={styles.focuses} dir="ltr">
              {FOCUSES.map((value) => (
                <Menu.RadioItem
                  key={value}
                  value={value}
                  checked={value === focus}
                  checkIcon={<span />}
                  className={styles.focus}
                  aria-label={t(`fields.fit.focuses.${keyOf(value)}`)}
                  onChange={() => onChange({ focus: value === 'center' ? undefined : value })}
                />
              ))}
            </div>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** `left top` as `leftTop`. */
const keyOf = (focus: Focus) =>
  focus.replace(/ (\w)/, (_all, letter: string) => letter.toUpperCase()) as
    | Exclude<Focus, `${string} ${string}`>
    | 'leftTop'
    | 'rightTop'
    | 'leftBottom'
    | 'rightBottom'
