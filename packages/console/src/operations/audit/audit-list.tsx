import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { AuditChange, AuditEntry } from '@vitrine/contract/api/operations/audit'
import type { AuditKind } from '@vitrine/contract/audited'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { versionedKind } from '#ui/dialog/saved-versions.tsx'
import styles from './audit.module.css'
import { RestoreEntry } from './restore-entry.tsx'
import { valueText } from './value-text.ts'

/** Changes that are shown without opening the entry. */
const SHOWN = 3

export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  return (
    <ol className={styles.entries} aria-label={t('audit.title')}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { at, verb, kind, changes, more, address, number, action } = entry
  const shown = isOpen ? changes : changes.slice(0, SHOWN)
  const left = changes.length - shown.length
  const versioned = versionedKind(entry)
  return (
    <li className={styles.entry}>
      <div className={styles.when}>
        <time dateTime={at}>{dateText(at, 'momentOfSecond')}</time>
      </div>
      <div className={styles.what}>
        <p className={styles.line}>
          <Who entry={entry} />
          <span>
            {t(`audit.kinds.${kind}`)} · {t(`audit.verbs.${verb}`)}
          </span>
          <Thing entry={entry} />
        </p>
        {shown.length > 0 && (
          <dl className={styles.changes}>
            {shown.map((change, place) => (
              // An entry never changes, and neither does the order of its changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: its place is what tells one from another
              <Change key={place} kind={kind} change={change} />
            ))}
          </dl>
        )}
        {isOpen && (
          <p id={details} className={styles.details}>
            {more > 0 && <span>{t('audit.more', { count: more })}</span>}
            <span>{t('audit.number', { number })}</span>
            {address && <bdi dir="ltr">{address}</bdi>}
            <bdi dir="ltr">{action}</bdi>
            <span>
              {t('audit.request')} <bdi dir="ltr">{entry.request}</bdi>
            </span>
            <span>
              {t('audit.hash')} <bdi dir="ltr">{entry.hash.slice(0, 16)}</bdi>
            </span>
            {versioned && <RestoreEntry entry={entry} kind={versioned} />}
          </p>
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {left > 0 ? t('audit.showAll', { count: left }) : t(isOpen ? 'audit.less' : 'audit.details')}
      </Button>
    </li>
  )
}

function Who({ entry: { actor } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/audit' })
  const name = actor.name || t(`audit.actors.${actor.kind}`)
  return (
    <strong>
      {actor.id ? (
        <Link
          to="/app/audit"
          search={{ ...search, who: actor.id, by: undefined }}
          title={t(`audit.actors.${actor.kind}`)}
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {actor.name && actor.kind !== 'person' && <small> {t(`audit.actors.${actor.kind}`)}</small>}
    </strong>
  )
}

function Thing({ entry: { thing, count } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  if (!thing) return null
  return (
    <span>
      <Link to="/app/audit" search={{ thing: thing.id }}>
        <bdi>{thing.name || t('audit.unnamed')}</bdi>
      </Link>
      {count > 1 && <> {t('audit.andOthers', { count: count - 1 })}</>}
    </span>
  )
}

/** Rows of a custom role are counted: `scope.2` is the scope of the second. */
function fieldText(t: TFunction, field: string): string {
  const [name, number] = field.split('.')
  const text = t(`audit.fields.${name}` as TextKey)
  return number === undefined ? text : t('audit.ofRow', { field: text, number })
}

function Change({ kind, change }: { kind: AuditKind; change: AuditChange }) {
  const { t } = useTranslation()
  const { of, field, before, after, hidden } = change
  const textOf = (value: string) => valueText(t, kind, field, value) || '""'
  return (
    <div>
      <dt>
        {of && <bdi>{of}: </bdi>}
        {fieldText(t, field)}
      </dt>
      <dd>
        {hidden ? (
          t('audit.changed')
        ) : (
          <>
            {before !== null && (
              <del>
                <bdi>{textOf(before)}</bdi>
              </del>
            )}
            {after !== null && (
              <ins>
                <bdi>{textOf(after)}</bdi>
              </ins>
            )}
          </>
        )}
      </dd>
    </div>
  )
}
