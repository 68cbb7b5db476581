import { ERRORS, type ErrorBody, type ErrorKey } from '@vitrine/contract/errors'
import { fieldLabel, rule, ruleText } from '@vitrine/contract/rules'
import type { z } from 'zod'

/** A failure that the caller may see. Everything else is logged and answered as INTERNAL. */
export class AppError extends Error {
  readonly errKey: ErrorKey
  readonly errors: Record<string, string> | undefined
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | undefined
  constructor(errKey: ErrorKey, message: string, errors?: Record<string, string>, retryAfter?: number) {
    super(message)
    this.errKey = errKey
    this.errors = errors
    this.retryAfter = retryAfter
  }
  get status(): number {
    return ERRORS[this.errKey]
  }
  get body(): ErrorBody {
    return { message: this.message, errKey: this.errKey, ...(this.errors && { errors: this.errors }) }
  }
}

/** Unknown, or another organization's: the caller cannot tell which. */
export const notFound = (what = 'Not found') => new AppError('NOT_FOUND', what)
export const forbidden = () => new AppError('FORBIDDEN', 'You are not permitted to do this')
export const loginFailed = () => new AppError('LOGIN_FAILED', 'Login Failed')
export const sessionExpired = () => new AppError('SESSION_EXPIRED', 'Session Expired')
/** `seconds`: until the next try may be made. */
export const tooManyRequests = (seconds: number) =>
  new AppError('TOO_MANY_REQUESTS', 'Too many tries. Wait some minutes, then try again.', undefined, seconds)
export const inUse = (errKey: ErrorKey, message: string) => new AppError(errKey, message)
export const conflict = () =>
  new AppError('CONFLICT', 'Somebody else saved this meanwhile. Load it again, then repeat your change.')

/** `errors`: a rule as of the contract (`rule('not_exist')`) per field. */
export function invalid(errors: Record<string, string>): AppError {
  const texts = Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path, ruleText(message, fieldLabel(path))]),
  )
  return new AppError('INVALID', Object.values(texts)[0] ?? 'Invalid input', texts)
}

/** Zod's issues, one text per field path; an issue without a path goes under `body`. */
export function invalidInput(error: z.ZodError): AppError {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    const path = [...issue.path, ...keys].map(String).join('.') || 'body'
    errors[path] ??= /^[a-z_A-Z]+(\||$)/.test(issue.message) ? issue.message : rule('invalid')
  }
  return invalid(errors)
}
