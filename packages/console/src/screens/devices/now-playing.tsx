import type { Device } from '@vitrine/contract/api/screens/devices'
import { isBlank } from '@vitrine/contract/player/blank'
import { useTranslation } from 'react-i18next'
import styles from './devices.module.css'
import { useSwitchOf, useSwitchText } from './switches/manual-switches.tsx'

/** What a screen shows, and why. `brief`: its group is shown next to it. */
export function NowPlaying({ device, brief = false }: { device: Device; brief?: boolean }) {
  const { t } = useTranslation()
  const switchText = useSwitchText()
  const { playing, deviceGroup } = device
  const manual = useSwitchOf(device)
  if (!playing) return <span className={styles.quiet}>{t('devices.nothingKnown')}</span>
  // A takeover's message may cover its storyboard.
  if (playing.reason === 'takeover') return <span>{t('takeovers.title')}</span>
  if (!playing.storyboardId) return <span className={styles.quiet}>{t('devices.nothingAssigned')}</span>
  // A manual switch overrides the report, which may be a minute old.
  const reason = playing.storyboardId === manual?.storyboardId ? 'override' : playing.reason
  const group = deviceGroup?.name ?? ''
  const reasons = {
    default: t(brief ? 'devices.because.groupDefault' : 'devices.because.default', { group }),
    slot: t(brief ? 'devices.because.groupSlot' : 'devices.because.slot', { group }),
    override: manual ? switchText(manual) : t('devices.because.override'),
    action: t('devices.because.action'),
    nothing: '',
  }
  return (
    <span className={styles.playing}>
      <span>{playing.storyboardName ?? t('devices.unnamed')}</span>
      <span className={styles.quiet}>{isBlank(device) ? t('devices.blank') : reasons[reason]}</span>
      {playing.failing && (
        <span className={styles.quiet}>
          {t('devices.failing', {
            storyboard: playing.failingName ?? t('devices.unnamed'),
            why: playing.failing.why,
          })}
        </span>
      )}
    </span>
  )
}
