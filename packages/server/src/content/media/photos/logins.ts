import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { WebPictureInput } from '@vitrine/contract/api/content/web-picture'
import { rule } from '@vitrine/contract/rules'
import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { Db } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'
import type { BrowserCookie } from './tab.ts'
import type { PageSecrets } from './take-photo.ts'

/** As it is sealed. `for`: the hosts that may get it, and the kind of login. */
interface Stored {
  for: string
  values: Record<string, string>
  password: string
}

/** A stored login that is for other hosts counts as none. */
export interface OpenedLogin {
  secrets: PageSecrets | undefined
  session: BrowserCookie[]
}

const SESSION_MAX = 64 * 1024
/** Parts of `headers` and `cookies` are sent to the page's own origin. */
const BY_PARTS = ['headers', 'cookies']

/** What may get the secrets: another address on the same host gets them, too. */
function receivers({ address, picture }: Pick<WebPage, 'address' | 'picture'>): string {
  const { kind = 'none', page = '' } = picture?.login ?? {}
  return [kind, webUrl(address)?.host, kind === 'form' ? webUrl(page)?.host : ''].join(' ')
}

/**
 * Stores what is secret of a login, in the transaction that saves its page; an empty secret stays, unless the page is on
 * another host now. Throws INVALID for a secret that is neither sent nor stored.
 */
export async function saveLogin(
  db: Db,
  seal: Seal,
  { id, organizationId }: { id: string; organizationId: string },
  page: Pick<WebPage, 'address' | 'picture'>,
  sent: WebPictureInput | null | undefined,
): Promise<void> {
  const known = await readLogin(db, seal, id)
  await db.deleteFrom('web_logins').where('id', '=', id).execute()
  if (!sent || sent.login.kind === 'none') return
  const { kind, parts, password } = sent.login
  const kept = known?.stored.for === receivers(page) ? known.stored : undefined
  const isByParts = BY_PARTS.includes(kind)
  const missing: Record<string, string> = {}
  const values: Record<string, string> = {}
  for (const [index, { name, value }] of (isByParts ? parts : []).entries()) {
    values[name] = value || (kept?.values[name] ?? '')
    if (values[name] === '') missing[`picture.login.parts.${index}.value`] = rule('required')
  }
  const stored: Stored = {
    for: receivers(page),
    values,
    password: isByParts ? '' : password || (kept?.password ?? ''),
  }
  if (!isByParts && stored.password === '') missing['picture.login.password'] = rule('required')
  if (Object.keys(missing).length > 0) throw invalid(missing)
  const isSame = kept !== undefined && JSON.stringify(kept) === JSON.stringify(stored)
  await db
    .insertInto('web_logins')
    .values({
      ...{ id, organizationId, secret: seal.seal('page-login', id, JSON.stringify(stored)) },
      session: isSame ? (known?.session ?? null) : null,
    })
    .execute()
}

async function readLogin(db: Db, seal: Seal, id: string) {
  const row = await db
    .selectFrom('web_logins')
    .select(['secret', 'session'])
    .where('id', '=', id)
    .executeTakeFirst()
  const text = row && seal.open('page-login', id, row.secret)
  return text ? { stored: JSON.parse(text) as Stored, session: row.session } : undefined
}

/** What the login of a page needs: nothing that was stored for other hosts. */
export async function openLogin(
  db: Db,
  seal: Seal,
  id: string,
  page: Pick<WebPage, 'address' | 'picture'>,
): Promise<OpenedLogin> {
  const found = await readLogin(db, seal, id)
  if (!found || found.stored.for !== receivers(page)) return { secrets: undefined, session: [] }
  const { values, password } = found.stored
  const parts = page.picture?.login.parts ?? []
  const session = found.session === null ? null : seal.open('page-session', id, found.session)
  return {
    secrets: { values: parts.map(({ name }) => values[name] ?? ''), password },
    session: session === null ? [] : (JSON.parse(session) as BrowserCookie[]),
  }
}

/** Keeps a session for the next picture; forgets a very large one. */
export async function keepSession(
  db: Db,
  seal: Seal,
  id: string,
  cookies: readonly BrowserCookie[],
): Promise<void> {
  const text = JSON.stringify(
    cookies.map(({ name, value, domain, path, secure, httpOnly, sameSite, expires = -1 }) => ({
      ...{ name, value, domain, path, secure, httpOnly },
      ...(sameSite && { sameSite }),
      ...(expires > 0 && { expires }),
    })),
  )
  const session = text.length > SESSION_MAX ? null : seal.seal('page-session', id, text)
  await db.updateTable('web_logins').set({ session }).where('id', '=', id).execute()
}
