import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AUDIT_ACTORS, AUDIT_KINDS, AUDIT_VERBS } from '@vitrine/contract/audited'
import { ROLES } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { useSession } from '#lib/session/session.ts'
import { compareNames } from '#lib/text/compare-names.ts'
import { localDay } from '#lib/text/local-day.ts'
import { usersQuery } from '#queries/users.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import styles from './audit.module.css'
import type { AuditSearch } from './audit-search.ts'

/** Updates the view in the URL. */
function useAuditSearch() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/audit' })
  const set = (change: AuditSearch) =>
    void navigate({ to: '/app/audit', search: { ...search, ...change }, replace: true })
  return { search, set }
}

export function AuditFilters() {
  const { t } = useTranslation()
  const { search, set } = useAuditSearch()
  const isOperator = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  return (
    <search className={styles.filters} aria-label={t('audit.filters')}>
      {isOperator && (
        <SegmentedControl
          aria-label={t('audit.whose')}
          value={search.installation ? 'installation' : 'organization'}
          onChange={(next) => set({ installation: next === 'installation' || undefined })}
          data={[
            { value: 'organization', label: t('audit.ofOrganization') },
            { value: 'installation', label: t('audit.ofInstallation') },
          ]}
        />
      )}
      <SearchField label={t('audit.search')} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Who />
      <Choice
        name="kind"
        all={t('audit.allKinds')}
        values={AUDIT_KINDS}
        text={(one) => t(`audit.kinds.${one}`)}
      />
      <Choice
        name="verb"
        all={t('audit.allVerbs')}
        values={AUDIT_VERBS}
        text={(one) => t(`audit.verbs.${one}`)}
      />
      <Period />
      <Day name="first" label={t('audit.first')} />
      <Day name="last" label={t('audit.last')} />
      {search.thing && (
        <Button
          variant="light"
          rightSection={<XIcon size={14} aria-hidden="true" />}
          onClick={() => set({ thing: undefined })}
        >
          {t('audit.ofOneThing')}
        </Button>
      )}
    </search>
  )
}

/** A person, or a kind of caller. */
function Who() {
  const { t } = useTranslation()
  const { search, set } = useAuditSearch()
  const { data: users = [] } = useQuery(usersQuery())
  const people = users.map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName}`.trim() || email,
  }))
  const isListed = search.who === undefined || people.some(({ value }) => value === search.who)
  const kinds = AUDIT_ACTORS.map((one) => ({ value: `by:${one}`, label: t(`audit.actors.${one}`) }))
  const others = isListed ? [] : [{ value: search.who ?? '', label: t('audit.oneCaller') }]
  return (
    <Select
      clearable
      searchable
      aria-label={t('audit.who')}
      placeholder={t('audit.everyone')}
      value={search.who ?? (search.by ? `by:${search.by}` : null)}
      onChange={(next) => {
        const by = AUDIT_ACTORS.find((one) => `by:${one}` === next)
        set({ by, who: by ? undefined : (next ?? undefined) })
      }}
      data={[
        { group: t('audit.people'), items: [...people, ...others] },
        { group: t('audit.callers'), items: kinds },
      ]}
    />
  )
}

interface ChoiceProps<Value extends string> {
  name: 'kind' | 'verb'
  all: string
  values: readonly Value[]
  text: (value: Value) => string
}

function Choice<Value extends string>({ name, all, values, text }: ChoiceProps<Value>) {
  const { search, set } = useAuditSearch()
  const data = values
    .map((value) => ({ value: value as string, label: text(value) }))
    .sort((one, other) => compareNames(one.label, other.label))
  return (
    <Select
      clearable
      searchable
      aria-label={all}
      placeholder={all}
      value={search[name] ?? null}
      onChange={(next) => set({ [name]: values.find((one) => one === next) })}
      data={data}
    />
  )
}

/** Days back at which a period begins and ends. */
const PERIODS = {
  today: [0, 0],
  yesterday: [1, 1],
  week: [6, 0],
  month: [29, 0],
} as const satisfies Record<string, readonly [number, number]>

function Period() {
  const { t } = useTranslation()
  const { search, set } = useAuditSearch()
  const now = clock.now()
  const choices = Object.entries(PERIODS).map(([value, [first, last]]) => ({
    value,
    label: t(`table.period.${value as keyof typeof PERIODS}`),
    first: localDay(now, first),
    last: localDay(now, last),
  }))
  const chosen = choices.find(({ first, last }) => first === search.first && last === search.last)
  return (
    <Select
      clearable
      aria-label={t('table.period.any')}
      placeholder={t(search.first || search.last ? 'table.period.dates' : 'table.period.any')}
      value={chosen?.value ?? null}
      onChange={(next) => {
        const { first, last } = choices.find(({ value }) => value === next) ?? {}
        set({ first, last })
      }}
      data={choices.map(({ value, label }) => ({ value, label }))}
    />
  )
}

function Day({ name, label }: { name: 'first' | 'last'; label: string }) {
  const { search, set } = useAuditSearch()
  return (
    <TextInput
      type="date"
      label={label}
      value={search[name] ?? ''}
      {...(name === 'first' ? { max: search.last } : { min: search.first })}
      onChange={({ currentTarget: { value } }) => set({ [name]: value || undefined })}
    />
  )
}
