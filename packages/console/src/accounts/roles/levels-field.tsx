import { SegmentedControl } from '@mantine/core'
import type { RoleArea } from '@vitrine/contract/permissions'
import { ROLE_AREAS } from '@vitrine/contract/permissions'
import { ROLE_LEVELS, type RoleLevels, seenBecauseOf } from '@vitrine/contract/role-levels'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import styles from './roles.module.css'

/** What a role lets people do, by area. What is seen with something else can't be hidden. */
export function LevelsField({ name, label }: { name: string; label: string }) {
  const { value, onChange } = useValueField({ name, label })
  const levels = value as RoleLevels
  return (
    <fieldset className={styles.levels}>
      <legend>{label}</legend>
      {ROLE_AREAS.map((area) => (
        <AreaLevel
          key={area}
          area={area}
          levels={levels}
          onChange={(level) => onChange({ ...levels, [area]: level })}
        />
      ))}
    </fieldset>
  )
}

/** Where *View and change* isn't what people do. */
const LEVEL_WORDS: Partial<Record<RoleArea, 'approvalLevels' | 'takeoverLevels'>> = {
  'approve-storyboards': 'approvalLevels',
  takeovers: 'takeoverLevels',
}

interface AreaLevelProps {
  area: RoleArea
  levels: RoleLevels
  onChange: (level: string) => void
}

function AreaLevel({ area, levels, onChange }: AreaLevelProps) {
  const { t } = useTranslation()
  const because = seenBecauseOf(levels, area)
  const isSeen = because.length > 0
  const chosen = levels[area]
  const kind = LEVEL_WORDS[area] ?? 'levels'
  const title = t(`access.areas.${area}`)
  return (
    <div className={styles.area}>
      <div>
        <span>{title}</span>
        {isSeen && chosen === 'none' && (
          <small>
            {t('roles.seenWith', { areas: listText(because.map((one) => t(`access.areas.${one}`))) })}
          </small>
        )}
      </div>
      <SegmentedControl
        aria-label={title}
        data={ROLE_LEVELS.map((level) => ({
          value: level,
          label: t(`access.${kind}.${level}`),
          disabled: level === 'none' && isSeen,
        }))}
        value={isSeen && chosen === 'none' ? 'read' : chosen}
        onChange={onChange}
      />
    </div>
  )
}
