import { Button } from '@mantine/core'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { AlertsSettings } from './alerts-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { ApprovalSettings } from './approval-settings.tsx'
import { BackupSettings } from './backups/backup-settings.tsx'
import { KeyboardSettings } from './keyboard-settings.tsx'
import { ApiKeysSettings } from './keys/api-keys-settings.tsx'
import { KioskSettings } from './kiosk-settings.tsx'
import { LoginSettings } from './login/login-settings.tsx'
import { MovingSettings } from './moving/moving-settings.tsx'
import { OutboxSettings } from './outbox-settings.tsx'
import styles from './settings-page.module.css'
import { SETTINGS_GROUPS, SETTINGS_TABS, type SettingsTab } from './settings-view.ts'
import { SiteSettings } from './site-settings.tsx'
import { StylesSettings } from './styles-settings.tsx'
import { SystemSettings } from './system-settings.tsx'
import { TriggersSettings } from './triggers/triggers-settings.tsx'
import { VerificationSettings } from './verification-settings.tsx'
import { WebhooksSettings } from './webhooks/webhooks-settings.tsx'

const PARTS = {
  appearance: AppearanceSettings,
  keyboard: KeyboardSettings,
  verification: VerificationSettings,
  login: LoginSettings,
  sites: SiteSettings,
  approval: ApprovalSettings,
  styles: StylesSettings,
  alerts: AlertsSettings,
  kiosk: KioskSettings,
  keys: ApiKeysSettings,
  triggers: TriggersSettings,
  webhooks: WebhooksSettings,
  moving: MovingSettings,
  outbox: OutboxSettings,
  backups: BackupSettings,
  system: SystemSettings,
} as const satisfies Record<SettingsTab, unknown>

/** Parts with tables. */
const WIDE: readonly SettingsTab[] = ['alerts', 'outbox', 'backups']

/** A part either has personal settings, which apply immediately, or a form of organization settings; never both. */
export function SettingsPage() {
  const { t } = useTranslation()
  const { tab } = useSearch({ from: '/app/settings' })
  const forbidden: Partial<Record<SettingsTab, boolean>> = {
    login: !useCan('write', 'own-organization'),
    sites: !useCan('write', 'own-organization'),
    approval: !useCan('write', 'own-organization'),
    styles: !useCan('read', 'cards'),
    alerts: !useCan('write', 'own-organization'),
    kiosk: !useCan('write', 'own-organization'),
    keys: !useCan('read', 'api-keys'),
    triggers: !useCan('write', 'devices'),
    webhooks: !useCan('write', 'own-organization'),
    moving: !useCan('write', 'archives'),
    outbox: !useCan('read', 'outbox'),
    backups: !useCan('read', 'backups'),
  }
  const tabs = SETTINGS_TABS.filter((one) => !forbidden[one])
  const shown = tabs.find((one) => one === tab) ?? 'appearance'
  const Part = PARTS[shown]
  return (
    <Page
      title={t('settings.title')}
      intro={t('settings.intro')}
      width="text"
      actions={useCan('read', 'audit') && <AuditLink />}
    >
      <div className={styles.layout} data-chosen={tab !== undefined || undefined}>
        <Parts shown={shown} among={tabs} />
        <div className={styles.panel} data-wide={WIDE.includes(shown) || undefined}>
          <Link to="/app/settings" className={styles.back}>
            <CaretLeftIcon size={14} aria-hidden="true" />
            {t('settings.all')}
          </Link>
          <Waiting>
            <Part key={shown} />
          </Waiting>
        </div>
      </div>
    </Page>
  )
}

/** The parts that the person may open, by group. On a phone, they are all that is shown until one is chosen. */
function Parts({ shown, among }: { shown: SettingsTab; among: readonly SettingsTab[] }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.parts} aria-label={t('settings.title')}>
      {SETTINGS_GROUPS.map(([group, all]) => {
        const parts = all.filter((one) => among.includes(one))
        return (
          parts.length > 0 && (
            <div key={group}>
              <h2 id={`settings-${group}`}>{t(`settings.groups.${group}`)}</h2>
              <ul aria-labelledby={`settings-${group}`}>
                {parts.map((one) => (
                  <li key={one}>
                    <Link
                      to="/app/settings"
                      search={{ tab: one }}
                      aria-current={one === shown ? 'page' : undefined}
                    >
                      {t(`settings.tabs.${one}`)}
                    </Link>
                  </li>
                ))}
                {group === 'you' && <OfProfile />}
              </ul>
            </div>
          )
        )
      })}
    </nav>
  )
}

/** People look for these among the settings; they are with the rest of their account. */
function OfProfile() {
  const { t } = useTranslation()
  const isKiosk = useSession(({ profile }) => profile?.kiosk ?? true)
  if (isKiosk) return null
  return (
    <>
      <li>
        <Link to="/app/profile" hash="passkeys">
          {t('passkeys.title')}
        </Link>
      </li>
      <li>
        <Link to="/app/profile" hash="second-factor">
          {t('secondFactor.title')}
        </Link>
      </li>
    </>
  )
}

function AuditLink() {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<ClockCounterClockwiseIcon size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/app/audit" {...props} />}
    >
      {t('audit.title')}
    </Button>
  )
}
