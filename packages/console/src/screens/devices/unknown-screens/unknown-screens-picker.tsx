import { Button } from '@mantine/core'
import { QuestionIcon } from '@phosphor-icons/react/dist/csr/Question'
import { useQuery } from '@tanstack/react-query'
import type { UnknownScreen } from '@vitrine/contract/api/screens/unknown-screens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { Section } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { unknownScreensKey, unknownScreensQuery } from './queries.ts'
import { ReconnectAll } from './take-back-all.tsx'
import { TakeBackForm } from './take-back-form.tsx'
import styles from './unknown-screens.module.css'

/** Screens that call this server but are not in its database, above the list. */
export function UnknownScreens() {
  const isAllowed = useCan('write', 'unknown-screens')
  return isAllowed ? <List /> : null
}

function List() {
  const { t } = useTranslation()
  const query = useQuery(unknownScreensQuery())
  const [chosen, setChosen] = useState<UnknownScreen>()
  const nameOf = useNameOf()
  const reconnect = useAction({
    write: ({ id, name }: UnknownScreen) => api.unknownScreens.takeBack({ params: { id }, body: { name } }),
    failed: 'unknownScreens.failed',
    done: 'unknownScreens.takenBack',
    invalidates: [unknownScreensKey, devicesKey, deviceGroupsKey],
  })
  const deletion = useDeletion<UnknownScreen>({
    remove: ({ id }) => api.unknownScreens.disconnect({ params: { id } }),
    name: nameOf,
    failed: 'errors.delete',
    invalidates: [unknownScreensKey],
  })
  if (!query.data?.length && !chosen) return null
  return (
    <Section title={t('unknownScreens.title')} text={t('unknownScreens.text')}>
      <ReconnectAll screens={query.data?.filter(isKnownEnough) ?? []} of={query.data?.length ?? 0} />
      <ul className={styles.list} aria-label={t('unknownScreens.title')}>
        {query.data?.map((screen) => (
          <Row
            key={screen.id}
            screen={screen}
            onTakeBack={() => (isKnownEnough(screen) ? void reconnect(screen) : setChosen(screen))}
            onDisconnect={() => deletion.ask(screen)}
          />
        ))}
      </ul>
      <FormDialog
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen ? t('unknownScreens.takeBackOf', { name: nameOf(chosen) }) : ''}
      >
        {chosen && <TakeBackForm screen={chosen} onDone={() => setChosen(undefined)} />}
      </FormDialog>
      {deletion.dialog}
    </Section>
  )
}

interface RowProps {
  screen: UnknownScreen
  onTakeBack: () => void
  onDisconnect: () => void
}

function Row({ screen, onTakeBack, onDisconnect }: RowProps) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  return (
    <li>
      <QuestionIcon size={24} aria-hidden="true" />
      <ScreenFacts screen={screen} />
      <span className={styles.actions}>
        <Button
          size="compact-sm"
          aria-label={t('unknownScreens.takeBackOf', { name: nameOf(screen) })}
          onClick={onTakeBack}
        >
          {t('unknownScreens.takeBack')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onDisconnect}>
          {t('unknownScreens.disconnect')}
        </Button>
      </span>
    </li>
  )
}

/** A screen that proves its organization, has a name and its group, and replaces no other player needs no decision. */
const isKnownEnough = ({ organizationId, name, replaces, lacksGroup }: UnknownScreen) =>
  organizationId !== null && name !== '' && replaces === null && !lacksGroup

function useNameOf() {
  const { t } = useTranslation()
  return ({ name }: UnknownScreen) => name || t('unknownScreens.unnamed')
}

/** The screen's self-description, and what the server has recorded about it. */
function ScreenFacts({ screen }: { screen: UnknownScreen }) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const now = useNow(60_000)
  return (
    <span className={styles.facts}>
      <strong>
        <bdi>{nameOf(screen)}</bdi>
      </strong>
      <small>
        <bdi dir="ltr">{screen.address}</bdi>
        {screen.screen && (
          <>
            {' · '}
            <bdi dir="ltr">{`${screen.screen.width}×${screen.screen.height}`}</bdi>
          </>
        )}
        {' · '}
        {t('unknownScreens.lastSeen')} {agoText(Date.parse(screen.lastSeenAt), now)}
      </small>
      <small>
        <bdi>{screen.organizationName ?? t('unknownScreens.unproven')}</bdi>
        {screen.replaces && ` · ${t('unknownScreens.replaces', { name: screen.replaces })}`}
      </small>
    </span>
  )
}
