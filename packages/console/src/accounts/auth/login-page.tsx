import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { arrival } from '#lib/session/arrival.ts'
import { useAppName, useSite } from '#lib/session/brand.ts'
import { useSession } from '#lib/session/session.ts'
import styles from './login-page.module.css'
import { hasPasskeys } from './passkey.ts'
import { loadApi, type Problem, useLogin } from './use-login.ts'

/** The login. Plain inputs keep the page small; the session does the rest. */
export function LoginPage() {
  const { t } = useTranslation()
  const appName = useAppName()
  const email = useRef<HTMLInputElement>(null)
  const focusEmail = () => email.current?.focus()
  const login = useLogin(focusEmail)
  const { logIn, problem, asks, startOver } = login
  const tab = `${t('login.title')} – ${appName}`
  useEffect(() => {
    document.title = tab
  }, [tab])
  useEffect(() => {
    email.current?.focus()
    arrival.keepNote(null)
  }, [])
  return (
    <>
      <h1 className={styles.title}>{t('login.title')}</h1>
      <Notes problem={problem} />
      <form
        className={styles.form}
        onSubmit={(event) => void logIn(event)}
        onInput={() => void loadApi()}
        noValidate
      >
        {asks === 'code' && <Code />}
        {asks === 'passkey' && <p>{t('passkey.needed')}</p>}
        <Email ref={email} hidden={asks !== null} />
        <Password hidden={asks !== null} />
        <Buttons
          login={login}
          onElsewhere={() => void login.logInElsewhere(email.current?.value.trim() ?? '')}
        />
      </form>
      <p className={styles.links}>
        {asks ? (
          <button type="button" className={styles.link} onClick={startOver}>
            {t('login.other')}
          </button>
        ) : (
          <>
            <Link to="/auth/forgot-password">{t('login.forgot')}</Link>
            <Link to="/auth/register">{t('login.create')}</Link>
          </>
        )}
      </p>
    </>
  )
}

interface ButtonsProps {
  login: ReturnType<typeof useLogin>
  onElsewhere: () => void
}

function Buttons({ login: { proveByPasskey, busy, asks }, onElsewhere }: ButtonsProps) {
  const { t } = useTranslation()
  const hasProvider = useSite()?.hasProvider ?? false
  return (
    <>
      {/* Another button, so that it gets the focus when the step begins. */}
      <button
        key={asks}
        type="submit"
        className={styles.submit}
        disabled={busy}
        // biome-ignore lint/a11y/noAutofocus: the step has nothing else
        autoFocus={asks === 'passkey'}
      >
        {t(submitLabel(asks, busy))}
      </button>
      {hasPasskeys() && asks !== 'passkey' && (
        <button type="button" className={styles.other} disabled={busy} onClick={() => void proveByPasskey()}>
          {t(asks ? 'passkey.instead' : 'passkey.use')}
        </button>
      )}
      {!asks && hasProvider && (
        <button type="button" className={styles.other} disabled={busy} onClick={onElsewhere}>
          {t('provider.use')}
        </button>
      )}
    </>
  )
}

function submitLabel(asks: 'code' | 'passkey' | null, busy: boolean) {
  if (busy) return 'login.submitting'
  return asks === 'passkey' ? 'passkey.confirm' : 'login.submit'
}

function Email({ ref, hidden }: { ref: RefObject<HTMLInputElement | null>; hidden: boolean }) {
  const { t } = useTranslation()
  return (
    <label className={styles.field} hidden={hidden}>
      <span>{t('login.email')}</span>
      <input
        ref={ref}
        name="email"
        type="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        defaultValue={arrival.email()}
        onChange={(event) => arrival.keepEmail(event.currentTarget.value)}
      />
    </label>
  )
}

/** The second step: the password was right. */
function Code() {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <label className={styles.field}>
      <span>{t('login.code')}</span>
      <input
        ref={field}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        aria-describedby="code-text"
      />
      <span id="code-text" className={styles.hint}>
        {t('login.codeText')}
      </span>
    </label>
  )
}

/** The reason for showing the login, or for its failure. */
function Notes({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation()
  const ended = useSession((state) => state.ended)
  const wasKiosk = useSession((state) => state.wasKiosk)
  const [note] = useState(arrival.note)
  return (
    <>
      {ended === 'expired' && !problem && (
        <Note
          kind="info"
          title={t('auth.sessionExpired')}
          text={wasKiosk ? t('redirect.refused') : arrival.place() ? t('login.again') : undefined}
        />
      )}
      {wasKiosk && document.referrer && (
        <p className={styles.way}>
          <a href={document.referrer} target="_top">
            {t('redirect.back')}
          </a>
        </p>
      )}
      {note && !problem && <Note kind="info" {...note} />}
      {problem && <Note kind="bad" {...problem} />}
    </>
  )
}

function Password({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className={styles.field} hidden={hidden}>
      <label htmlFor="password">{t('login.password')}</label>
      <span className={styles.password}>
        <input
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          aria-describedby="caps-lock"
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className={styles.eye}
          aria-label={t(shown ? 'login.hide' : 'login.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" strokeLinejoin="round" />
            <circle cx="10" cy="10" r="2.5" />
            {shown && <path d="m3.5 3.5 13 13" strokeLinecap="round" />}
          </svg>
        </button>
      </span>
      <span id="caps-lock" className={styles.hint} role="status">
        {capsLock && t('login.capsLock')}
      </span>
    </div>
  )
}

function Note({ kind, title, text }: { kind: 'info' | 'bad'; title: string; text?: string }) {
  return (
    <div className={styles.note} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {text && <span>{text}</span>}
    </div>
  )
}
