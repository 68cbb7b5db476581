import { Button } from '@mantine/core'
import { CheckCircleIcon } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { StorefrontIcon } from '@phosphor-icons/react/dist/csr/Storefront'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '#lib/query.ts'
import { notifyFailure } from '#lib/text/error-text.ts'
import { ownZone, suggestedZone } from '#lib/text/time-zone.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { sizeOfScreen } from '#pictures/screens/size-of-screen.ts'
import { firstDevicesQuery } from '#queries/devices.ts'
import { CodePicker } from '#screens/devices/adding/code-picker.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { BusinessStep } from './business-step.tsx'
import { FirstContent, useStarters } from './first-content.tsx'
import type { FirstPage } from './first-page.ts'
import { type Made, playFirst, type Step } from './first-play.ts'
import styles from './first-run.module.css'

/** First steps: connect a screen, choose content, play it. Beside them is what the screen will show. */
export function FirstRun({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const known = useQuery(firstDevicesQuery({ pageSize: 1, sort: 'state' }))
  const [connected, setConnected] = useState<Device>()
  const [chosen, setChosen] = useState<FirstPage>()
  const device = connected ?? known.data?.rows[0]
  const screen = sizeOfScreen(device)
  const [timezone, setTimezone] = useState(() => ownZone() || suggestedZone())
  const starters = useStarters(screen, timezone)
  // A chosen starter follows the name of the business too.
  const page = starters.find(({ starter }) => starter === chosen?.starter) ?? chosen
  const play = usePlay()
  const name = device?.name ?? ''
  return (
    <div className={styles.columns}>
      <ol className={styles.steps}>
        <StepOf
          mark={<StorefrontIcon size={18} aria-hidden="true" />}
          title={t('firstRun.business')}
          text={t('firstRun.businessText')}
        >
          <BusinessStep timezone={timezone} onTimezone={setTimezone} />
        </StepOf>
        <StepOf mark={1} title={t('firstRun.connect')} text={t('firstRun.connectText')} done={device && name}>
          {!device && <CodePicker onConnected={setConnected} />}
        </StepOf>
        <StepOf mark={2} title={t('firstRun.choose')} text={t('firstRun.chooseText')} done={page?.name}>
          {!play.result && (
            <FirstContent screen={screen} starters={starters} chosen={page} onChoose={setChosen} />
          )}
        </StepOf>
        <StepOf
          mark={3}
          title={t('firstRun.play')}
          text={t('firstRun.playText')}
          done={play.result === 'plays' ? t('firstRun.playText') : undefined}
        >
          {device && page && !play.result && (
            <Button
              size="md"
              loading={play.step !== undefined}
              onClick={() => void play.run(page, device, timezone)}
            >
              {t('firstRun.playOn', { name: device.name })}
            </Button>
          )}
          <Outcome play={play} name={name} onDone={onDone} />
        </StepOf>
      </ol>
      <div className={styles.stage} data-lit={play.result === 'plays'}>
        <FirstPicture device={device} screen={screen} page={page} />
        {!play.result && (
          <Button variant="subtle" size="compact-sm" onClick={onDone}>
            {t('firstRun.skip')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface FirstPictureProps {
  device: Device | undefined
  screen: { width: number; height: number }
  page: FirstPage | undefined
}

/** The content that will play, or a dark screen. */
function FirstPicture({ device, screen, page }: FirstPictureProps) {
  const { t } = useTranslation()
  const name = device?.name ?? ''
  return (
    <>
      {page ? (
        <PageThumb document={page.document} label={page.name} screen={screen} />
      ) : (
        <ScreenTile {...screen}>
          <span className={styles.dark}>{t(device ? 'firstRun.ready' : 'firstRun.noScreen', { name })}</span>
        </ScreenTile>
      )}
      <p className={styles.caption}>{device ? name : t('firstRun.yourScreen')}</p>
    </>
  )
}

type Play = ReturnType<typeof usePlay>

/** Progress and result of *Play*, with links to the next steps. */
function Outcome({ play, name, onDone }: { play: Play; name: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <div role="status" className={styles.progress}>
        {play.step && t(`firstRun.steps.${play.step}`, { name })}
        {play.result === 'plays' && t('firstRun.plays', { name })}
        {play.result === 'waits' && t('firstRun.waits')}
      </div>
      {play.problem && (
        <p role="alert" className={styles.problem}>
          {play.problem} {t('firstRun.kept')}
        </p>
      )}
      {play.result && (
        <div className={styles.next}>
          <Button onClick={onDone}>{t('firstRun.toDashboard')}</Button>
          <Button component={Link} to="/app/device-group" variant="default">
            {t('firstRun.schedule')}
          </Button>
        </div>
      )}
    </>
  )
}

interface StepProps {
  /** The step's number, or a check mark. */
  mark: ReactNode
  title: string
  text: string
  /** The choice of a completed step. */
  done?: string
  children: ReactNode
}

function StepOf({ mark, title, text, done, children }: StepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.mark} data-done={Boolean(done)} aria-hidden="true">
        {done ? <CheckCircleIcon size={24} weight="fill" /> : mark}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        <p className={styles.quiet}>{done || text}</p>
        {children}
      </div>
    </li>
  )
}

/** Runs *Play* and reports its progress; a retry resumes at the failed step. */
function usePlay() {
  const { t } = useTranslation()
  const mayApprove = useCan('write', 'approve-storyboards')
  const made = useRef<{ page: FirstPage; made: Made }>(null)
  const [step, setStep] = useState<Step>()
  const [result, setResult] = useState<'plays' | 'waits'>()
  const [problem, setProblem] = useState<string>()
  const run = async (page: FirstPage, device: Device, timezone: string) => {
    if (made.current?.page !== page) made.current = { page, made: {} }
    setProblem(undefined)
    setStep('card')
    try {
      const { name, document } = page
      const groupName = t('firstRun.group')
      await playFirst({ name, document, device, groupName, timezone, mayApprove }, made.current.made, setStep)
      setResult(mayApprove ? 'plays' : 'waits')
      void queries.invalidateQueries()
    } catch (error) {
      setProblem(notifyFailure(error))
    } finally {
      setStep(undefined)
    }
  }
  return { run, step, result, problem }
}
