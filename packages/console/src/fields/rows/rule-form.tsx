import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core'
import {
  type CellKind,
  hasValue,
  OPERATORS_OF,
  type RowLook,
  type RowRule,
  RULE_VALUE_MAX,
  shiftOf,
} from '@vitrine/contract/fields/row-rules'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import { ColorPickerControl } from '#fields/controls/color-picker.tsx'
import { FieldButton } from '#fields/controls/field-button.tsx'
import { ColumnSelect, KindSelect, RowButtons } from './column-parts.tsx'
import { RED } from './presets.ts'
import styles from './rules.module.css'

export interface EntryProps {
  columns: readonly string[]
  isTyped: boolean
  kindOf: (column: string) => CellKind
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

interface RuleFormProps extends EntryProps {
  rule: RowRule
  host: FieldsHost
  onChange: (rule: RowRule) => void
}

/** A rule: which rows, and what happens to them. */
export function RuleForm({ rule, columns, isTyped, kindOf, host, onChange, ...entry }: RuleFormProps) {
  const { t } = useTranslation()
  const name = t('rowRules.rule', { number: entry.index + 1 })
  const setKind = (column: string, by: CellKind) => {
    const operator = OPERATORS_OF[by].includes(rule.operator) ? rule.operator : 'is'
    onChange({ ...rule, column, by, operator })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div role="group" aria-label={name} className={styles.entry}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <RowButtons {...entry} name={name} />
      </div>
      <div className={styles.line}>
        <ColumnSelect
          label={t('rowRules.column')}
          {...{ columns, isTyped }}
          value={rule.column}
          onChange={(column) => setKind(column, kindOf(column))}
        />
        <KindSelect value={rule.by} onChange={(by) => setKind(rule.column, by)} />
        <Select
          className={styles.grow}
          label={t('rowRules.condition')}
          data={OPERATORS_OF[rule.by].map((operator) => ({
            value: operator,
            label: t(`rowRules.operators.${operatorWord(operator, rule.by)}`),
          }))}
          value={rule.operator}
          allowDeselect={false}
          onChange={(operator) =>
            operator && onChange({ ...rule, operator: operator as RowRule['operator'] })
          }
        />
        {hasValue(rule.operator) && <ValueField {...{ rule, columns, isTyped, host, onChange }} />}
      </div>
      <div className={styles.line}>
        <SegmentedControl
          aria-label={t('rowRules.then')}
          size="xs"
          data={(['look', 'hide'] as const).map((value) => ({
            value,
            label: t(`rowRules.effects.${value}`),
          }))}
          value={rule.hide ? 'hide' : 'look'}
          onChange={(effect) => {
            const { hide: _, ...shown } = rule
            onChange(effect === 'hide' ? { ...shown, hide: true } : { look: { color: RED }, ...shown })
          }}
        />
        {!rule.hide && (
          <LookFields look={rule.look ?? {}} host={host} onChange={(look) => onChange({ ...rule, look })} />
        )}
      </div>
    </div>
  )
}

/** Dates are before and after others, numbers less and more. */
const operatorWord = (operator: RowRule['operator'], by: CellKind) => {
  if (by === 'text' || by === 'number') return operator
  const words = { less: 'before', more: 'after', atMost: 'untilThen', atLeast: 'fromThen' } as const
  return operator in words ? words[operator as keyof typeof words] : operator
}

/** What it compares with: a text, a moment, or another column. */
type Against = 'value' | 'moment' | 'column'

function ValueField({
  rule,
  columns,
  isTyped,
  host,
  onChange,
}: Omit<RuleFormProps, keyof EntryProps> & Pick<RuleFormProps, 'columns' | 'isTyped'>) {
  const { t } = useTranslation()
  const { by, value, other } = rule
  const hasMoment = by === 'date' || by === 'time'
  const isMoment = other === undefined && shiftOf(by, value) !== undefined
  const against: Against = other !== undefined ? 'column' : isMoment ? 'moment' : 'value'
  const set = (next: Against) => {
    const { other: _, ...rest } = rule
    if (next === 'column')
      onChange({ ...rest, value: '', other: columns.find((one) => one !== rule.column) ?? '' })
    else
      onChange({
        ...rest,
        value: next === 'moment' ? (by === 'date' ? 'today' : 'now') : isMoment ? '' : value,
      })
  }
  const word = by === 'date' ? 'today' : 'now'
  return (
    <>
      <Select
        className={styles.small}
        label={t('rowRules.compareWith')}
        data={(['value', ...(hasMoment ? (['moment'] as const) : []), 'column'] as const).map((one) => ({
          value: one,
          label: t(`rowRules.against.${one === 'moment' ? word : one}`),
        }))}
        value={against}
        allowDeselect={false}
        onChange={(next) => next && set(next as Against)}
      />
      {against === 'value' && <TextField {...{ rule, host, onChange }} />}
      {against === 'moment' && <MomentField {...{ rule, onChange }} />}
      {against === 'column' && (
        <ColumnSelect
          label={t('rowRules.otherColumn')}
          {...{ columns, isTyped }}
          value={other ?? ''}
          onChange={(column) => onChange({ ...rule, other: column })}
        />
      )}
    </>
  )
}

type PartProps = Pick<RuleFormProps, 'rule' | 'onChange'>

function TextField({ rule, host, onChange }: PartProps & Pick<RuleFormProps, 'host'>) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { by, value } = rule
  const set = (text: string) => onChange({ ...rule, value: text.slice(0, RULE_VALUE_MAX) })
  return (
    <TextInput
      ref={input}
      className={styles.grow}
      label={t('rowRules.value')}
      dir="auto"
      value={value}
      maxLength={RULE_VALUE_MAX}
      placeholder={by === 'text' ? undefined : t(`rowRules.examples.${by}`)}
      onChange={(event) => set(event.currentTarget.value)}
      rightSection={host.pickField && <FieldButton input={input} pick={host.pickField} onChange={set} />}
    />
  )
}

/** Days from today, or minutes from now. */
function MomentField({ rule, onChange }: PartProps) {
  const { t } = useTranslation()
  const { by, value } = rule
  const word = by === 'date' ? 'today' : 'now'
  const set = (text: string) => {
    const most = Math.max(-SHIFT_MAX, Math.min(SHIFT_MAX, Math.trunc(Number(text)) || 0))
    onChange({ ...rule, value: most === 0 ? word : `${word}${most < 0 ? '-' : '+'}${Math.abs(most)}` })
  }
  return (
    <TextInput
      className={styles.small}
      label={t(by === 'date' ? 'rowRules.plusDays' : 'rowRules.plusMinutes')}
      type="number"
      value={String(shiftOf(by, value) ?? 0)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
/** Four digits, as rules read them. */
const SHIFT_MAX = 9999

const FLAGS = ['isBold', 'isStruck', 'isDim'] as const

interface LookFieldsProps {
  look: RowLook
  host: FieldsHost
  onChange: (look: RowLook) => void
}

function LookFields({ look, host, onChange }: LookFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const set = <K extends keyof RowLook>(name: K, value: RowLook[K] | undefined) => {
    const { [name]: _, ...rest } = look
    onChange(value ? { ...rest, [name]: value } : rest)
  }
  return (
    <>
      {(['color', 'background'] as const).map((name) => (
        <div key={name} className={styles.color}>
          <label htmlFor={`${id}-${name}`} className={styles.label}>
            {t(`rowRules.look.${name}`)}
          </label>
          <ColorPickerControl
            id={`${id}-${name}`}
            label={t(`rowRules.look.${name}`)}
            field={{ type: 'colorPicker', label: name, allowEmpty: true }}
            value={look[name] ?? ''}
            onChange={(color) => set(name, color || undefined)}
            describedBy={undefined}
            invalid={false}
            errors={{}}
            values={{}}
            host={host}
          />
        </div>
      ))}
      {FLAGS.map((name) => (
        <Checkbox
          key={name}
          size="xs"
          label={t(`rowRules.look.${name}`)}
          checked={look[name] === true}
          onChange={(event) => set(name, event.currentTarget.checked || undefined)}
        />
      ))}
    </>
  )
}
