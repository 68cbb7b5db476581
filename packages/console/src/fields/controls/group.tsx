import { ActionIcon, Button } from '@mantine/core'
import { ArrowDownIcon } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { GROUP_MAX } from '@vitrine/contract/fields/kinds/group'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import { errorsBelow } from '#fields/field-errors.ts'
import styles from '#fields/fields.module.css'
import { FieldsForm } from '#fields/fields-form.tsx'
import { placed } from '#fields/sortable/placed.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { isTable, withoutBlank } from './table.ts'

const TableRows = lazyPart(async () => (await import('./table-rows.tsx')).TableRows)
const TableDialog = lateDialog(async () => (await import('./table-dialog.tsx')).TableDialog)

/** Repeatable groups with *Add More* and a delete button on every group after the first. */
export function GroupControl({
  id,
  label,
  field,
  value,
  onChange,
  errors,
  host,
  describedBy,
}: ControlProps<'group'>) {
  const { t } = useTranslation()
  const [table, setTable] = useState(false)
  const max = field.max ?? GROUP_MAX
  const groups: readonly Values[] = value.length > 0 ? value : [defaultsOf(field.item)]
  const asTable = field.asTable === true && isTable(field.item)
  const titleOf = (index: number) => t('form.groupItem', { label, number: index + 1 })
  const openTable = (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<TableIcon size={14} aria-hidden="true" />}
      onClick={() => setTable(true)}
    >
      {t('fields.table.open')}
    </Button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.items}>
      {!asTable &&
        groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no ids of their own
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={index} className={styles.group} role="group" aria-label={titleOf(index)}>
            <div className={styles.groupHead}>
              <span className={styles.groupTitle}>{summaryOf(group) || titleOf(index)}</span>
              <span className={styles.line} style={{ gap: 0 }}>
                <ActionIcon
                  size={24}
                  aria-label={t('fields.moveUp', { name: titleOf(index) })}
                  disabled={index === 0}
                  onClick={() => onChange(placed(groups, index, index - 1))}
                >
                  <ArrowUpIcon size={14} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={t('fields.moveDown', { name: titleOf(index) })}
                  disabled={index === groups.length - 1}
                  onClick={() => onChange(placed(groups, index, index + 1))}
                >
                  <ArrowDownIcon size={14} aria-hidden="true" />
                </ActionIcon>
                {index > 0 && (
                  <ActionIcon
                    size={24}
                    aria-label={t('form.remove', { label, number: index + 1 })}
                    onClick={() => onChange(groups.filter((_, other) => other !== index))}
                  >
                    <TrashIcon size={14} aria-hidden="true" />
                  </ActionIcon>
                )}
              </span>
            </div>
            <FieldsForm
              fields={field.item}
              values={group}
              errors={errorsBelow(errors, String(index))}
              host={host}
              onChange={(name, next) =>
                onChange(
                  withoutBlank(
                    groups.map((other, at) => (at === index ? { ...other, [name]: next } : other)),
                    field.item,
                  ),
                )
              }
            />
          </div>
        ))}
      {asTable ? (
        <Waiting quiet>
          <TableRows
            id={id}
            columns={field.item}
            rows={value}
            max={max}
            onChange={onChange}
            more={value.length > 0 && openTable}
          />
        </Waiting>
      ) : (
        <div className={styles.line}>
          <Button
            id={id}
            variant="default"
            size="compact-sm"
            leftSection={<PlusIcon size={14} aria-hidden="true" />}
            disabled={groups.length >= max}
            onClick={() => onChange([...groups, defaultsOf(field.item)])}
          >
            {t('form.addMore')}
          </Button>
          {isTable(field.item) && openTable}
        </div>
      )}
      {isTable(field.item) && (
        <TableDialog
          opened={table}
          title={label}
          columns={field.item}
          rows={value}
          max={max}
          onClose={(rows) => {
            setTable(false)
            onChange(rows)
          }}
        />
      )}
    </div>
  )
}

/** A group's first text identifies it. */
const summaryOf = (group: Values): string => {
  const text = Object.values(group).find((value) => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? text : ''
}
