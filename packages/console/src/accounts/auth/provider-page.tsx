import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { PasskeyProof } from '@vitrine/contract/api/accounts/passkey-proof'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { ApiError } from '#lib/server/transport.ts'
import { session } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { AccountFrame } from './account-frame.tsx'
import { beginProvider, ticketFor } from './begin-provider.ts'
import styles from './login-page.module.css'
import { askPasskey, hasPasskeys, passkeyProblem } from './passkey.ts'

interface Asked {
  ticket: string
  what: 'password' | 'code' | 'passkey'
  password?: string
  code?: string
  passkey?: PasskeyProof
}

/** The way to the organization's provider by its own link, and the way back. */
export function ProviderPage() {
  const { t } = useTranslation()
  const { asked, problem, isWaiting, prove, proveByPasskey } = useProviderLogin()
  if (asked) return <Proof asked={asked} problem={problem} onProof={prove} onPasskey={proveByPasskey} />
  if (isWaiting)
    return (
      <h1 className={styles.title} role="status">
        {t('redirect.title')}
      </h1>
    )
  return (
    <AccountFrame title={t('auth.loginFailed')} intro={problem ?? t('provider.unknown')}>
      <p className={styles.links}>
        <Link to="/auth/login">{t('redirect.toLogin')}</Link>
      </p>
    </AccountFrame>
  )
}

async function enter({ ticket, what: _, ...proof }: Asked): Promise<void> {
  const { api } = await loadChunk(() => import('#lib/api.ts'))
  session.signIn(await api.providerLogin.enter({ body: { ticket, ...proof } }))
}

function useProviderLogin() {
  const { t } = useTranslation()
  const { organization, answer } = useSearch({ from: '/auth/provider' })
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const [problem, setProblem] = useState<string>()
  const began = useRef(false)
  const fail = (error: unknown, again?: Asked) => {
    const key = error instanceof ApiError ? error.errKey : undefined
    if (key === 'CODE_NEEDED' && again) return setAsked({ ...again, what: 'code' })
    if (key === 'PASSKEY_NEEDED' && again) return setAsked({ ...again, what: 'passkey' })
    const text = key === 'NOT_FOUND' ? t('provider.unknown') : passkeyProblem(error)
    setProblem(text ?? t('failure.generic'))
    notify({ kind: 'negative', message: t('auth.loginFailed') })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer works once
  useEffect(() => {
    // StrictMode runs effects twice.
    if (began.current) return
    began.current = true
    const start = async () => {
      if (!answer) return organization ? beginProvider({ organizationId: organization }) : undefined
      void navigate({ to: '/auth/provider', search: {}, replace: true })
      const ticket = ticketFor(answer)
      if (!ticket) return setProblem(t('errKey.PROVIDER_REFUSED'))
      const { api } = await loadChunk(() => import('#lib/api.ts'))
      const named = await api.providerLogin.finish({ body: { ticket, answer } })
      const next: Asked = { ticket: named.ticket, what: 'password' }
      if (named.asks) return setAsked(next)
      await enter(next).catch((error: unknown) => fail(error, next))
    }
    start().catch((error: unknown) => fail(error))
  }, [])

  const prove = async (more: Asked) => {
    setProblem(undefined)
    await enter(more).catch((error: unknown) => fail(error, more))
  }
  const proveByPasskey = async (more: Asked) => {
    setProblem(undefined)
    try {
      await prove({ ...more, passkey: await askPasskey() })
    } catch (error) {
      fail(error)
    }
  }
  const isWaiting = problem === undefined && Boolean(answer || organization || began.current)
  return { asked, problem, isWaiting, prove, proveByPasskey }
}

function Failure({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation()
  if (!problem) return null
  return (
    <div className={styles.note} data-kind="bad" role="alert">
      <strong>{t('auth.loginFailed')}</strong>
      <span>{problem}</span>
    </div>
  )
}

interface FieldProps {
  ref: RefObject<HTMLInputElement | null>
  what: 'password' | 'code'
}

function Field({ ref, what }: FieldProps) {
  const { t } = useTranslation()
  return (
    <label className={styles.field}>
      <span>{t(what === 'code' ? 'login.code' : 'login.password')}</span>
      <input
        ref={ref}
        name="proof"
        type={what === 'code' ? 'text' : 'password'}
        autoComplete={what === 'code' ? 'one-time-code' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
    </label>
  )
}

const INTRO = {
  password: 'provider.tieText',
  code: 'login.codeText',
  passkey: 'passkey.needed',
} as const

/** What the provider's word doesn't prove. */
function Proof({
  asked,
  problem,
  onProof,
  onPasskey,
}: {
  asked: Asked
  problem: string | undefined
  onProof: (more: Asked) => Promise<void>
  onPasskey: (more: Asked) => Promise<void>
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { what } = asked
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field
  useEffect(() => field.current?.focus(), [what])
  const byPasskey = async () => {
    setBusy(true)
    await onPasskey(asked)
    setBusy(false)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (what === 'passkey') return byPasskey()
    const value = String(new FormData(event.currentTarget).get('proof') ?? '').trim()
    if (!value) return field.current?.focus()
    setBusy(true)
    await onProof({ ...asked, [what]: value })
    setBusy(false)
  }
  return (
    <AccountFrame title={t(what === 'password' ? 'provider.tie' : 'login.title')} intro={t(INTRO[what])}>
      <Failure problem={problem} />
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {what !== 'passkey' && <Field key={what} ref={field} what={what} />}
        <button type="submit" className={styles.submit} disabled={busy}>
          {t(busy ? 'login.submitting' : what === 'passkey' ? 'passkey.confirm' : 'login.submit')}
        </button>
        {what === 'code' && hasPasskeys() && (
          <button type="button" className={styles.other} disabled={busy} onClick={() => void byPasskey()}>
            {t('passkey.instead')}
          </button>
        )}
      </form>
      <p className={styles.links}>
        <Link to="/auth/login">{t('redirect.toLogin')}</Link>
      </p>
    </AccountFrame>
  )
}
