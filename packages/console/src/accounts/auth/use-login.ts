import type { PasskeyProof } from '@vitrine/contract/api/accounts/passkey-proof'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { ApiError } from '#lib/server/transport.ts'
import { session } from '#lib/session/session.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { beginProvider } from './begin-provider.ts'
import { askPasskey, canAutofill, passkeyProblem, stopAsking } from './passkey.ts'

// The page renders without the contract, which loads while the user types.
export const loadApi = () => loadChunk(() => import('#lib/api.ts'))

export interface Problem {
  title: string
  text?: string
}

/** What proves the person after the password. */
type Asks = 'code' | 'passkey' | null

interface Typed {
  email: string
  password: string
}

/** The challenge of an offer in the field of the email lives for five minutes. */
const OFFER_MS = 4 * 60_000

export function useLogin(focusEmail: () => void) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState<Asks>(null)
  const [typed, setTyped] = useState<Typed>({ email: '', password: '' })
  const startOver = () => {
    setAsks(null)
    setProblem(undefined)
    requestAnimationFrame(focusEmail)
  }
  const fail = (text: string) => {
    const title = t('auth.loginFailed')
    setProblem({ title, text })
    notify({ kind: 'negative', message: title })
  }
  const work = async (start: () => Promise<void>) => {
    setBusy(true)
    await start().finally(() => setBusy(false))
  }

  const logInElsewhere = useProvider({ setProblem, setBusy, fail, focusEmail })
  /** With the password, and the code or the passkey after it. */
  async function send(credentials: Typed, more: { code?: string; passkey?: PasskeyProof }) {
    try {
      const { api } = await loadApi()
      session.signIn(await api.auth.login({ body: { ...credentials, ...more } }))
    } catch (error) {
      const key = error instanceof ApiError ? error.errKey : undefined
      if (key === 'CODE_NEEDED' || key === 'PASSKEY_NEEDED') {
        setProblem(undefined)
        setTyped(credentials)
        return setAsks(key === 'CODE_NEEDED' ? 'code' : 'passkey')
      }
      if (key === 'PROVIDER_REQUIRED') return logInElsewhere(credentials.email)
      fail(reasonText(error) ?? t('failure.generic'))
      if (!asks) focusEmail()
    }
  }

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: String(form.get('email')).trim(), password: String(form.get('password')) }
    if (!credentials.email || !credentials.password) return setProblem({ title: t('login.missing') })
    if (asks === 'passkey') return proveByPasskey()
    const code = String(form.get('code') ?? '').trim()
    if (asks && !code) return setProblem({ title: t('login.codeMissing') })
    await work(() => send(credentials, code ? { code } : {}))
  }

  const proveByPasskey = usePasskeys({
    isFirst: asks === null,
    work,
    fail: (text) => (text === undefined ? setProblem(undefined) : fail(text)),
    send: (passkey) => send(typed, { passkey }),
  })
  return { logIn, logInElsewhere, proveByPasskey, busy, problem, asks, startOver }
}

interface Ways {
  setProblem: (problem: Problem) => void
  setBusy: (busy: boolean) => void
  fail: (text: string) => void
  focusEmail: () => void
}

/** Goes to the provider of the address's organization. */
function useProvider({ setProblem, setBusy, fail, focusEmail }: Ways) {
  const { t } = useTranslation()
  return async (email: string) => {
    if (!email) {
      setProblem({ title: t('provider.missing') })
      return focusEmail()
    }
    setBusy(true)
    try {
      await beginProvider({ email })
    } catch (error) {
      const unknown = error instanceof ApiError && error.errKey === 'NOT_FOUND'
      fail(unknown ? t('provider.unknown') : (reasonText(error) ?? t('failure.generic')))
      setBusy(false)
    }
  }
}

interface Steps {
  /** Nothing was proved yet: the passkey is enough. */
  isFirst: boolean
  work: (start: () => Promise<void>) => Promise<void>
  /** Undefined: forgets the last failure. */
  fail: (text: string | undefined) => void
  /** After the password. */
  send: (passkey: PasskeyProof) => Promise<void>
}

/** Logs in with a passkey, which the browser asks for, or which the person chose in the field of the email. */
function usePasskeys({ isFirst, work, fail, send }: Steps) {
  const { t } = useTranslation()
  async function enterWith(passkey: PasskeyProof) {
    try {
      const { api } = await loadApi()
      session.signIn(await api.passkeys.login({ body: passkey }))
    } catch (error) {
      fail(reasonText(error) ?? t('failure.generic'))
    }
  }
  useOfferedPasskeys(isFirst, (passkey) => work(() => enterWith(passkey)))
  return async () => {
    fail(undefined)
    await work(async () => {
      let passkey: PasskeyProof
      try {
        passkey = await askPasskey()
      } catch (error) {
        return fail(passkeyProblem(error) ?? t('failure.generic'))
      }
      await (isFirst ? enterWith(passkey) : send(passkey))
    })
  }
}

/** The browser offers the person's passkeys in the field of the email. No one asked for it, so a failure says nothing. */
function useOfferedPasskeys(isOpen: boolean, onChosen: (passkey: PasskeyProof) => Promise<void>) {
  const chosen = useEffectEvent(onChosen)
  useEffect(() => {
    if (!isOpen) return
    let isOver = false
    const offer = async () => {
      if (!(await canAutofill()) || isOver) return
      const passkey = await askPasskey(true).catch(() => null)
      if (passkey && !isOver) await chosen(passkey)
    }
    void offer()
    const again = setInterval(() => void offer(), OFFER_MS)
    return () => {
      isOver = true
      clearInterval(again)
      void canAutofill().then((can) => (can ? stopAsking() : undefined))
    }
  }, [isOpen])
}
