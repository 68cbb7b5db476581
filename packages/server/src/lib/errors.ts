import { type Conflict, ERRORS, type ErrorBody, type ErrorKey, type UsedBy } from '@vitrine/contract/errors'
import type { Labels } from '@vitrine/contract/route'
import { fieldLabel, parseRule, type Rule, rule, ruleText } from '@vitrine/contract/rules'
import type { z } from 'zod'

/** The first of hundreds of uses are enough. */
export const USES_LISTED_MAX = 50
/** Maximum fields per refusal: a hostile body can have tens of thousands of wrong ones. */
const FIELDS_LISTED_MAX = 100

/** An error that the caller may see. All others are logged and answered as INTERNAL. */
export class AppError extends Error {
  readonly errKey: ErrorKey
  readonly errors: Record<string, string> | undefined
  /** The rules behind the texts in `errors`. */
  rules: Record<string, string> | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
  /** Set if the other save is known. */
  conflict: Conflict | undefined
  document: string | undefined
  usedIn: UsedBy[] | undefined
  /** All users; `usedIn` lists the first. */
  uses: readonly UsedBy[] = []
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
    return this.bodyWith()
  }
  /** `labels`: display names of fields that differ from the field names. */
  bodyWith(labels?: Labels): ErrorBody {
    const { errKey, conflict, usedIn } = this
    const errors = this.rules && labels ? textsOf(this.rules, labels) : this.errors
    return {
      message: (errors && Object.values(errors)[0]) ?? this.message,
      errKey,
      ...(errors && { errors }),
      ...(conflict && { conflict }),
      ...(usedIn?.length && { usedIn }),
    }
  }
}

/** Unknown, or another organization's: the caller can't tell which. */
export const notFound = (what = 'Not found') => new AppError('NOT_FOUND', what)
export const forbidden = () => new AppError('FORBIDDEN', "You don't have permission to do this")
export const loginFailed = () => new AppError('LOGIN_FAILED', 'Login Failed')
export const sessionExpired = () => new AppError('SESSION_EXPIRED', 'Session Expired')
export const storageFull = () =>
  new AppError(
    'STORAGE_FULL',
    "The server's disk is full, so this wasn't saved. Delete media you don't need and empty the trash, or ask your server administrator to free up space.",
  )
/** `cause`: the error of the disk, with the path, or of the storage, for the log. */
export function storageUnavailable(cause: unknown): AppError {
  const error = new AppError(
    'STORAGE_UNAVAILABLE',
    "The server can't read or write its files. Ask your server administrator to check the disk or file storage; the server's log says why.",
  )
  error.cause = cause
  return error
}
/** `seconds`: until the next attempt is allowed. */
export const tooManyRequests = (seconds: number) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Too many attempts. Wait a few minutes and try again.',
    undefined,
    seconds,
  )
/** `usedIn`: the users, if they are known by name. */
export function inUse(errKey: ErrorKey, message: string, usedIn: readonly UsedBy[] = []): AppError {
  const error = new AppError(errKey, message)
  error.usedIn = usedIn.slice(0, USES_LISTED_MAX)
  error.uses = usedIn
  return error
}

/** `document`: the saved document, if its id differs from the one in the path. */
export function conflict(document?: string): AppError {
  const error = new AppError(
    'CONFLICT',
    'Someone else changed this in the meantime. Reload it, then make your change again.',
  )
  error.document = document
  return error
}

/** `errors`: a rule of the contract (`rule('not_exist')`) per field. */
export function invalid(errors: Record<string, string>): AppError {
  const texts = textsOf(errors)
  const error = new AppError('INVALID', Object.values(texts)[0] ?? 'Invalid input', texts)
  error.rules = errors
  return error
}

function textsOf(rules: Record<string, string>, labels: Labels = {}): Record<string, string> {
  const text = (path: string, message: string) => {
    const field = named(path, message)
    return ruleText(message, labels[field] ?? fieldLabel(field))
  }
  return Object.fromEntries(Object.entries(rules).map(([path, message]) => [path, text(path, message)]))
}

/** The label for a text: a time must be after another field. */
function named(path: string, message: string): string {
  const { rule, n } = parseRule(message) ?? {}
  return rule === 'time_after' && n ? n : path
}

/** Zod's own messages name no field: the rule that was broken. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.message.endsWith('received undefined')) return rule('required')
    return rule(OF_TYPE[issue.expected] ?? 'invalid')
  }
  if (issue.code === 'invalid_value') return rule('one_of', issue.values.slice(0, 12).map(String).join(', '))
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const [limit, most] =
      issue.code === 'too_big' ? [issue.maximum, 'max' as const] : [issue.minimum, 'min' as const]
    if (issue.origin === 'string') return rule(most, Number(limit))
    if (issue.origin === 'number' || issue.origin === 'int') return rule(`${most}_value`, Number(limit))
  }
  return rule('invalid')
}

const OF_TYPE: Partial<Record<string, Rule>> = {
  array: 'list',
  string: 'text',
  boolean: 'flag',
  object: 'object',
  record: 'object',
  number: 'numeric',
  int: 'numeric',
}

/**
 * Converts zod's issues to one text per field path, up to `FIELDS_LISTED_MAX`; an issue without a path goes under
 * `body`.
 */
export function invalidInput(error: z.ZodError): AppError {
  const errors: Record<string, string> = {}
  for (const issue of error.issues.slice(0, FIELDS_LISTED_MAX)) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, FIELDS_LISTED_MAX) : []
    const path = [...issue.path, ...keys].map(String).join('.') || 'body'
    errors[path] ??= /^[a-z_A-Z]+(\||$)/.test(issue.message) ? issue.message : reasonOf(issue)
  }
  return invalid(errors)
}

/** What a caller moves or adds must stay in reach. */
export const outsideScope = () =>
  new AppError(
    'OUTSIDE_SCOPE',
    'This would leave the places and folders that you can change. Choose one of them.',
  )
