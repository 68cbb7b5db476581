import { ActionIcon, Popover } from '@mantine/core'
import { MonitorIcon } from '@phosphor-icons/react/dist/csr/Monitor'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { ruleWords } from './rule-text.ts'
import styles from './rules.module.css'
import { usePlaceName } from './use-place-names.ts'

const RuleForm = lazyPart(async () => (await import('./rule-form.tsx')).RuleForm)

interface RuleButtonProps {
  /** The name of the page or time slot. */
  name: string
  /** Its place in the form, as in the answer of the check. */
  index: number
  rule: ScreenRule | undefined
  error?: string | undefined
  onChange: (rule: ScreenRule | undefined) => void
}

/** Shows on which screens a page or slot plays, and opens a form for it. */
export function RuleButton({ name, index, rule, error, onChange }: RuleButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const words = ruleWords(t, rule, usePlaceName(rule))
  const hasRule = words !== ''
  return (
    <span className={styles.rule}>
      <Popover
        opened={opened}
        onChange={setOpened}
        returnFocus
        withinPortal
        position="bottom-start"
        shadow="md"
      >
        <Popover.Target>
          <ActionIcon
            size={28}
            aria-label={t('screenRules.of', { name })}
            title={t('screenRules.title')}
            aria-haspopup="dialog"
            aria-invalid={error !== undefined}
            color={error === undefined ? (hasRule ? undefined : 'gray') : 'red'}
            onClick={() => setOpened(!opened)}
          >
            <MonitorIcon size={16} aria-hidden="true" weight={hasRule ? 'fill' : 'regular'} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('screenRules.of', { name })}>
          <Waiting>
            <RuleForm
              index={index}
              rule={rule}
              error={error}
              onChange={onChange}
              onRemove={() => {
                onChange(undefined)
                setOpened(false)
              }}
            />
          </Waiting>
        </Popover.Dropdown>
      </Popover>
      {hasRule && (
        <span className={styles.words} title={words} dir="auto">
          {words}
        </span>
      )}
    </span>
  )
}
