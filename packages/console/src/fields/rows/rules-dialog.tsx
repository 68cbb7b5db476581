import { Button, Group, Menu, NumberInput } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { columnKind } from '@vitrine/contract/document/rows/column-kind'
import {
  LIMIT_MAX,
  type RowRule,
  type RowRules,
  type RowSort,
  RULES_MAX,
  SORTS_MAX,
} from '@vitrine/contract/fields/row-rules'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import { FieldDialog } from '#fields/field-dialog.tsx'
import fieldStyles from '#fields/fields.module.css'
import { placed } from '#fields/sortable/placed.ts'
import { PRESETS, type Preset, withPreset } from './presets.ts'
import { RowsPreview } from './rows-preview.tsx'
import { RuleForm } from './rule-form.tsx'
import styles from './rules.module.css'
import { SortForm } from './sort-form.tsx'
import { type Sample, useSample } from './use-sample.ts'

interface RulesDialogProps {
  opened: boolean
  title: string
  value: RowRules
  source: string
  /** The typed rows of a list without a source. */
  typed: unknown
  host: FieldsHost
  /** Changes are applied while the dialog is open: the page shows them, too. */
  onChange: (value: RowRules) => void
  onClose: () => void
}

/** Rules for rows, and below them the rows as they are shown. */
export function RulesDialog({ opened, title, onClose, ...rest }: RulesDialogProps) {
  const { t } = useTranslation()
  return (
    <FieldDialog opened={opened} onClose={onClose} title={title} size={880}>
      <Rules {...rest} />
      <Group justify="flex-end" mt={24}>
        <Button onClick={onClose}>{t('rowRules.done')}</Button>
      </Group>
    </FieldDialog>
  )
}

const USUAL = { now: 0, timeZone: 'Etc/GMT', locale: 'en' }

function Rules({
  value,
  source,
  typed,
  host,
  onChange,
}: Omit<RulesDialogProps, 'opened' | 'title' | 'onClose'>) {
  const { t } = useTranslation()
  const sample = useSample(source, typed, host)
  const withColors = useStyleColors(host)
  const context = host.rows?.context() ?? USUAL
  const { rules = [], sort = [] } = value
  const set = (next: RowRules) => onChange(withoutEmpty({ ...value, ...next }))
  const kindOf = (column: string) => columnKind(sample ?? NO_ROWS, column, context)
  const setRule = (index: number, rule: RowRule) =>
    set({ rules: rules.map((other, at) => (at === index ? rule : other)) })
  const setSort = (index: number, next: RowSort) =>
    set({ sort: sort.map((other, at) => (at === index ? next : other)) })
  if (!sample) return <p className={fieldStyles.empty}>{t('rowRules.loading')}</p>
  const { columns, isTyped = false } = sample
  if (sample.rows.length === 0 && rules.length + sort.length === 0)
    return <p className={fieldStyles.empty}>{t(source === '' ? 'rowRules.noSource' : 'rowRules.noRows')}</p>
  const isFull = { rules: rules.length >= RULES_MAX, sort: sort.length >= SORTS_MAX }
  return (
    <div className={styles.rules}>
      {rules.map((rule, index) => (
        <RuleForm
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids
          key={index}
          {...{ rule, columns, isTyped, kindOf, index }}
          host={withColors}
          count={rules.length}
          onChange={(next) => setRule(index, next)}
          onMove={(from, to) => set({ rules: placed(rules, from, to) })}
          onRemove={() => set({ rules: rules.filter((_, other) => other !== index) })}
        />
      ))}
      {sort.map((one, index) => (
        <SortForm
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no ids
          key={index}
          {...{ sort: one, columns, isTyped, kindOf, index }}
          count={sort.length}
          onChange={(next) => setSort(index, next)}
          onMove={(from, to) => set({ sort: placed(sort, from, to) })}
          onRemove={() => set({ sort: sort.filter((_, other) => other !== index) })}
        />
      ))}
      <div className={styles.add}>
        <AddMenu isFull={isFull} onChoose={(preset) => set(withPreset(value, preset, sample, context))} />
        <LimitField value={value} onChange={(next) => onChange(withoutEmpty(next))} />
      </div>
      <RowsPreview sample={sample} rules={value} context={context} />
    </div>
  )
}

/** The form's environment, with the organization's named colors offered first. */
function useStyleColors(host: FieldsHost): FieldsHost {
  const [colors, setColors] = useState<readonly string[]>([])
  const load = host.rows?.colors
  useEffect(() => {
    load?.().then(setColors, () => {})
  }, [load])
  return useMemo(
    () => ({ ...host, palette: [...new Set([...colors, ...host.palette])].slice(0, PALETTE_MOST) }),
    [host, colors],
  )
}
/** Swatches in three lines. */
const PALETTE_MOST = 24

function LimitField({ value, onChange }: Pick<RulesDialogProps, 'value' | 'onChange'>) {
  const { t } = useTranslation()
  const { limit, ...others } = value
  return (
    <NumberInput
      size="xs"
      w={190}
      label={t('rowRules.limit')}
      placeholder={t('rowRules.all')}
      min={1}
      max={LIMIT_MAX}
      allowDecimal={false}
      value={limit ?? ''}
      onChange={(most) =>
        onChange(typeof most === 'number' && most >= 1 ? { ...others, limit: most } : others)
      }
    />
  )
}

const NO_ROWS: Sample = { columns: [], rows: [] }

/** Absent lists change nothing, and untouched documents stay the same. */
function withoutEmpty({ rules = [], sort = [], ...rest }: RowRules): RowRules {
  return { ...(rules.length > 0 && { rules }), ...(sort.length > 0 && { sort }), ...rest }
}

interface AddMenuProps {
  isFull: { rules: boolean; sort: boolean }
  onChoose: (preset: Preset) => void
}

function AddMenu({ isFull, onChoose }: AddMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<PlusIcon size={16} aria-hidden="true" />}>
          {t('rowRules.addRule')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PRESETS.map((preset) => (
          <Menu.Item
            key={preset}
            disabled={preset === 'best' ? isFull.sort : isFull.rules}
            onClick={() => onChoose(preset)}
          >
            {t(`rowRules.presets.${preset}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
