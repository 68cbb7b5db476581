import type { Device } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { useTruthText } from '#pictures/screens/use-truth-text.ts'
import styles from './devices.module.css'
import { useSwitchOf, useSwitchText } from './switches/manual-switches.tsx'

/** What a screen shows, and why. `brief`: its group is shown next to it. */
export function NowPlaying({ device, brief = false }: { device: Device; brief?: boolean }) {
  const { t } = useTranslation()
  const switchText = useSwitchText()
  const truthText = useTruthText()
  const { playing, deviceGroup, truth } = device
  const manual = useSwitchOf(device)
  if (truth.value !== 'right') return <NotAsPlanned device={device} text={truthText(truth)} />
  if (!playing) return <span className={styles.quiet}>{t('devices.nothingKnown')}</span>
  // A takeover's message may cover its storyboard.
  if (playing.reason === 'takeover') return <span>{t('takeovers.title')}</span>
  if (!playing.storyboardId) return <span className={styles.quiet}>{truthText(truth)}</span>
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
      <span className={styles.quiet}>{reasons[reason]}</span>
    </span>
  )
}

/** What shows, if anything is known, and what should. */
function NotAsPlanned({ device: { playing }, text }: { device: Device; text: string }) {
  return (
    <span className={styles.playing}>
      {playing?.storyboardName && playing.reason !== 'takeover' && <span>{playing.storyboardName}</span>}
      <span className={styles.quiet}>{text}</span>
    </span>
  )
}
