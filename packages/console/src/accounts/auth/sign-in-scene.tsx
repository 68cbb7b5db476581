import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { addTexts } from '#lib/text/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import texts from '#locales/en-us.json'
import styles from './sign-in-scene.module.css'

addTexts(texts)

/** The animation next to the login form: two screens playing one storyboard in sync. */
export function SignInScene() {
  const { t } = useTranslation()
  const [paused, setPaused] = useState(false)
  return (
    <section className={styles.room} aria-label={t('scene.label')} data-paused={paused || undefined}>
      <div className={styles.wall} dir="ltr" aria-hidden="true">
        <Screen shape="wide" />
        <Screen shape="tall" />
      </div>
      <p className={styles.words}>
        {t('scene.words')}
        <button
          type="button"
          className={styles.pause}
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
            <path d={paused ? 'M4.5 2.5v11l9-5.5z' : 'M4 3h3v10H4zm5 0h3v10H9z'} />
          </svg>
          {t('scene.pause')}
        </button>
      </p>
    </section>
  )
}

function Screen({ shape }: { shape: 'wide' | 'tall' }) {
  return (
    <div className={styles.screen} data-shape={shape}>
      <Morning />
      <Lunch />
      <Evening />
    </div>
  )
}

interface PageProps {
  name: string
  art: ReactNode
  children: ReactNode
}

/** A page of the scene: a drawing that scales to any shape from its center, with text over it. */
function Page({ name, art, children }: PageProps) {
  return (
    <div className={styles.page} data-page={name}>
      <svg viewBox="0 0 160 90" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {art}
      </svg>
      <div className={styles.text}>{children}</div>
    </div>
  )
}

function Morning() {
  const { t } = useTranslation()
  const now = useNow(10_000)
  return (
    <Page
      name="morning"
      art={
        <>
          <linearGradient id="scene-sky" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#27346b" />
            <stop offset="0.5" stopColor="#b7567d" />
            <stop offset="0.8" stopColor="#f4a261" />
          </linearGradient>
          <rect width="160" height="90" fill="url(#scene-sky)" />
          <circle className={styles.sun} cx="80" cy="60" r="13" fill="#ffe3a3" />
          <path d="M0 62q22-11 44-4t44-3 44 2 28-5v38H0z" fill="#8a3a5e" />
          <path d="M0 72q30-12 62-3t56-4 42-2v27H0z" fill="#5a2a55" />
          <path d="M0 82q34-9 70-2t90-4v14H0z" fill="#2c1a3f" />
          <path
            d="M58 34q3-3 5 0 2-3 5 0m7-6q2.5-2.5 4 0 1.5-2.5 4 0"
            fill="none"
            stroke="#2c1a3f"
            strokeWidth="0.9"
            strokeLinecap="round"
          />
        </>
      }
    >
      <strong dir="auto">{t('scene.morning')}</strong>
      <span className={styles.clock}>{dateText(now, 'time')}</span>
    </Page>
  )
}

function Lunch() {
  const { t } = useTranslation()
  const dishes = [
    [t('scene.soup'), '4.20'],
    [t('scene.rice'), '7.90'],
    [t('scene.figs'), '3.50'],
  ]
  return (
    <Page
      name="lunch"
      art={
        <>
          <rect width="160" height="90" fill="#14453b" />
          <circle cx="80" cy="52" r="54" fill="#1a5548" />
          <g className={styles.bowl}>
            <path
              className={styles.steam}
              d="M-12-8q-5-6 0-12t0-12M0-9q-5-6 0-12t0-12m12 25q-5-6 0-12t0-12"
              fill="none"
              stroke="#cfe3d4"
              strokeWidth="1.6"
              strokeLinecap="round"
            />
            <path d="M-30 0h60c0 18-12 28-30 28S-30 18-30 0z" fill="#e76f51" />
            <path d="M-30 0h60c0 4-1 7-2 10h-56c-1-3-2-6-2-10z" fill="#f4e3c1" />
            <ellipse rx="30" ry="6" fill="#f6b93b" />
            <path d="M-16-1q6-7 14-2-6 6-14 2zm18 1q8-7 15 0-8 5-15 0z" fill="#5aa469" />
            <rect x="-14" y="27" width="28" height="4" rx="2" fill="#c95a3f" />
          </g>
        </>
      }
    >
      <strong dir="auto">{t('scene.lunch')}</strong>
      <ul>
        {dishes.map(([dish, price]) => (
          <li key={dish}>
            <span dir="auto">{dish}</span>
            <b>{price}</b>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function Evening() {
  const { t } = useTranslation()
  return (
    <Page
      name="evening"
      art={
        <>
          <rect width="160" height="90" fill="#7d1f3f" />
          <path d="M0 90 70 0h90v90z" fill="#931f45" />
          <g className={styles.record}>
            <circle r="30" fill="#17121b" />
            <circle r="25" fill="none" stroke="#2e2635" strokeWidth="0.7" />
            <circle r="20" fill="none" stroke="#2e2635" strokeWidth="0.7" />
            <path
              d="M0 0 9-28.600A30 30 0 0 1 17-24.700zM0 0-9 28.600A30 30 0 0 1-17 24.700z"
              fill="#3b3244"
            />
            <circle r="10" fill="#f4b860" />
            <circle r="1.6" fill="#17121b" />
          </g>
        </>
      }
    >
      <strong dir="auto">{t('scene.evening')}</strong>
      <span className={styles.when} dir="auto">
        {t('scene.eveningTime')}
      </span>
    </Page>
  )
}
