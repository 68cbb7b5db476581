import { Button } from '@mantine/core'
import { AppWindowIcon } from '@phosphor-icons/react/dist/csr/AppWindow'
import { ArrowClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { BroomIcon } from '@phosphor-icons/react/dist/csr/Broom'
import { CameraIcon } from '@phosphor-icons/react/dist/csr/Camera'
import { FileTextIcon } from '@phosphor-icons/react/dist/csr/FileText'
import { IdentificationBadgeIcon } from '@phosphor-icons/react/dist/csr/IdentificationBadge'
import { PowerIcon } from '@phosphor-icons/react/dist/csr/Power'
import { WrenchIcon } from '@phosphor-icons/react/dist/csr/Wrench'
import { useQueryClient } from '@tanstack/react-query'
import type { CommandResult } from '@vitrine/contract/api/screens/commands'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type CommandKind, isMachineKind } from '@vitrine/contract/player/commands'
import { DEMO_PLAYER } from '@vitrine/contract/player/demo'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { notifyFailure } from '#lib/text/error-text.ts'
import { devicesKey } from '#queries/devices.ts'
import styles from './device-page.module.css'

const COMMANDS = [
  { kind: 'identify', icon: IdentificationBadgeIcon },
  { kind: 'screenshot', icon: CameraIcon },
  { kind: 'reload', icon: ArrowClockwiseIcon },
  { kind: 'clear-cache', icon: BroomIcon },
  { kind: 'repair', icon: WrenchIcon },
  { kind: 'log', icon: FileTextIcon },
  { kind: 'restart-browser', icon: AppWindowIcon },
  { kind: 'update-kiosk', icon: ArrowsClockwiseIcon },
  { kind: 'reboot', icon: PowerIcon },
] as const

/** The machine's helper, which carries out some of them, also reports the panel's state. */
const commandsOf = ({ screen }: Device) =>
  COMMANDS.filter(({ kind }) => !isMachineKind(kind) || screen?.panel !== undefined)

async function saveLog({ id, name }: Device): Promise<void> {
  saveContent(await download(api.devices.log.route, { params: { id } }), `${name}.log`)
}

/** Commands to run on a screen now, and their results. */
export function DeviceCommands({ device }: { device: Device }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState<CommandKind>()
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<{
    kind: CommandKind
    state: CommandResult['state'] | 'refused'
    text: string
  }>()
  const send = async (kind: CommandKind) => {
    setOutcome(undefined)
    // Confirm a reboot: it turns the screen dark.
    if (kind === 'reboot' && !asking) return setAsking(true)
    setAsking(false)
    setBusy(kind)
    try {
      const result = await api.devices.command({ params: { id: device.id }, body: { kind } })
      if (kind === 'log' && result.state === 'done') await saveLog(device)
      setOutcome({ kind, ...result })
      void client.invalidateQueries({ queryKey: devicesKey })
    } catch (error) {
      setOutcome({ kind, state: 'refused', text: notifyFailure(error, 'devices.command.failed') })
    } finally {
      setBusy(undefined)
    }
  }
  if (device.screen?.playerVersion === DEMO_PLAYER)
    return <p className={styles.quiet}>{t('devices.demoText')}</p>
  return (
    <div className={styles.commands}>
      <div className={styles.buttons}>
        {commandsOf(device).map(({ kind, icon: Sign }) => (
          <Button
            key={kind}
            variant="default"
            leftSection={<Sign size={18} aria-hidden="true" />}
            loading={busy === kind}
            disabled={busy !== undefined && busy !== kind}
            onClick={() => void send(kind)}
            onBlur={() => setAsking(false)}
          >
            {t(kind === 'reboot' && asking ? 'devices.command.rebootSure' : `devices.command.${kind}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.outcome} data-state={outcome?.state}>
        {asking && t('devices.command.rebootText')}
        {outcome &&
          (outcome.state === 'refused'
            ? outcome.text
            : t(`devices.command.outcome.${outcome.state}`, {
                what: t(`devices.command.${outcome.kind}`),
                text: outcome.text,
              }))}
      </p>
    </div>
  )
}
