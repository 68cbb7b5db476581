import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AllowedSite, AllowedSiteInput } from '@vitrine/contract/api/accounts/allowed-sites'
import { ANY_SITE } from '@vitrine/contract/sites/allowed-sites'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { allowedSitesKey, allowedSitesQuery } from '#queries/allowed-sites.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import styles from './site-settings.module.css'

/** Sites that the organization's screens may open. */
export function SiteSettings() {
  const { t } = useTranslation()
  const query = useQuery(allowedSitesQuery())
  return (
    <Section title={t('allowedSites.title')} text={t('allowedSites.text')}>
      <AddSite />
      <RecordView query={query}>{(sites) => <SiteList sites={sites} />}</RecordView>
    </Section>
  )
}

function AddSite() {
  const { t } = useTranslation()
  const state = useEntityForm(AllowedSiteInput, { host: '' })
  const add = useWrite({
    write: api.allowedSites.add,
    done: 'allowedSites.added',
    invalidates: [allowedSitesKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('allowedSites.add')}
      onSubmit={async (body) => {
        await add({ body })
        state.form.setValue('host', '')
      }}
    >
      <TextField
        name="host"
        type="url"
        label={t('allowedSites.host')}
        hint={t('allowedSites.hostHint')}
        placeholder="dashboard.example.org"
      />
    </EntityForm>
  )
}

function SiteList({ sites }: { sites: readonly AllowedSite[] }) {
  const { t } = useTranslation()
  const remove = useAction({
    write: ({ id }: AllowedSite) => api.allowedSites.remove({ params: { id } }),
    done: 'allowedSites.removed',
    invalidates: [allowedSitesKey],
    undo: ({ host }) => api.allowedSites.add({ body: { host } }),
  })
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, sites)
  if (sites.length === 0) return <EmptyState title={t('allowedSites.none')} />
  return (
    <ul ref={list} className={styles.sites} aria-label={t('allowedSites.title')} {...keepsFocus}>
      {sites.map((site) => (
        <li key={site.id} data-key={site.id}>
          <bdi dir="ltr">{site.host === ANY_SITE ? t('allowedSites.any') : site.host}</bdi>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('allowedSites.removeHost', { host: site.host })}
            onClick={() => void remove(site)}
          >
            {t('allowedSites.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
