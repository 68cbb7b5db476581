// The domains of email addresses that an organization's provider may name.
import { DOMAINS_MAX, type EmailDomain } from '@vitrine/contract/api/accounts/identity-provider'
import { rule } from '@vitrine/contract/rules'
import type { Selectable } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { EmailDomainsTable } from '#db/tables/accounts.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, invalid, notFound } from '#lib/errors.ts'
import { textRecords } from '#lib/http/egress/text-records.ts'
import { newId } from '#lib/ids.ts'
import type { Tokens } from '#lib/security/tokens.ts'

/** Beside the domain, so that it doesn't mix with records of the domain itself. */
const RECORD_NAME = '_vitrine.'

/** What its TXT record must say: only someone who changes the domain's records can make it. */
const recordOf = (tokens: Tokens, { organizationId, domain }: Pick<Row, 'organizationId' | 'domain'>) => ({
  name: `${RECORD_NAME}${domain}`,
  value: `vitrine-domain=${tokens.sign('email domain', `${organizationId} ${domain}`)}`,
})

type Row = Selectable<EmailDomainsTable>

const shown = (tokens: Tokens, row: Row): EmailDomain => ({
  id: row.id,
  domain: row.domain,
  verifiedAt: row.verifiedAt,
  verifiedBy: row.verifiedBy,
  record: recordOf(tokens, row),
})

export async function listDomains(
  { db, tokens }: { db: Db; tokens: Tokens },
  organizationId: string,
): Promise<EmailDomain[]> {
  const rows = await db
    .selectFrom('email_domains')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('domain')
    .limit(DOMAINS_MAX)
    .execute()
  return rows.map((row) => shown(tokens, row))
}

/** As names are compared and asked for: international ones in their ASCII form. */
function asciiOf(domain: string): string {
  const url = URL.parse(`http://${domain}`)
  if (url?.pathname !== '/') throw invalid({ domain: rule('invalid') })
  return url.hostname
}

/** Throws INVALID for one more than an organization may have. Adding one again changes nothing. */
export async function addDomain(
  { db, tokens }: { db: Db; tokens: Tokens },
  { organizationId, domain: typed }: { organizationId: string; domain: string },
  now: string,
): Promise<EmailDomain> {
  const domain = asciiOf(typed)
  const there = await listDomains({ db, tokens }, organizationId)
  const same = there.find((each) => each.domain === domain)
  if (same) return same
  if (there.length >= DOMAINS_MAX) throw invalid({ domain: rule('max_value', DOMAINS_MAX) })
  const row = {
    ...{ id: newId(), organizationId, domain, claim: null, verifiedAt: null, verifiedBy: null },
    createdAt: now,
  }
  await db.insertInto('email_domains').values(row).execute()
  return shown(tokens, row)
}

export async function getDomain(db: Db, id: string): Promise<Row> {
  const row = await db.selectFrom('email_domains').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Domain not found')
  return row
}

/** Throws RECORD_MISSING. */
export async function proveDomain(tokens: Tokens, row: Row): Promise<void> {
  const { name, value } = recordOf(tokens, row)
  const found = await textRecords(name).catch(() => [])
  if (!found.some((text) => text.trim() === value))
    throw new AppError(
      'RECORD_MISSING',
      'The TXT record was not found. New records take minutes to hours until name servers know them.',
    )
}

/** Throws DOMAIN_TAKEN if another organization has verified it. */
export async function verifyDomain(
  { db, tokens }: { db: Db; tokens: Tokens },
  row: Row,
  { verifiedBy, now }: { verifiedBy: 'dns' | 'operator'; now: number },
): Promise<EmailDomain> {
  if (row.verifiedAt !== null) return shown(tokens, row)
  const verified: Row = { ...row, claim: row.domain, verifiedAt: isoTime(now), verifiedBy }
  // An insert, unlike an update, can say that the claim is taken without ending the transaction.
  await db.deleteFrom('email_domains').where('id', '=', row.id).execute()
  const claimed = await db
    .insertInto('email_domains')
    .values(verified)
    .onConflict((there) => there.column('claim').doNothing())
    .executeTakeFirst()
  if (!claimed.numInsertedOrUpdatedRows)
    throw new AppError('DOMAIN_TAKEN', 'Another organization on this server has verified this domain')
  return shown(tokens, verified)
}

/** The domain of an address, as stored. */
function domainOf(email: string): string {
  const url = URL.parse(`http://${email.slice(email.lastIndexOf('@') + 1)}`)
  return url?.hostname ?? ''
}

/** The organization that verified the domain of an address. */
export async function organizationOfEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_domains')
    .select('organizationId')
    .where('claim', '=', domainOf(email))
    .executeTakeFirst()
  return row?.organizationId
}
