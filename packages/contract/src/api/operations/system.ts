import { z } from 'zod'
import { Timestamp } from '#api/base/entity.ts'
import { route } from '#route.ts'

export const WARNINGS = [
  'disk-full',
  'database-failed',
  'writes-failed',
  'files-failed',
  'certificate-ended',
  'certificate-unreadable',
  'certificate-incomplete',
  'files-damaged',
  'backup-failed',
  'drill-failed',
  'backup-old',
  'disk-low',
  'certificate-ends',
  'job-failed',
  'mail-failed',
  'sms-failed',
  'webhook-failed',
  'changes-late',
  'clock-wrong',
  'clock-jumped',
  'clock-differs',
] as const

/** A problem for the server's administrators; only the fields of its kind are set. */
const Warning = z.object({
  kind: z.enum(WARNINGS),
  /** Percent of the disk in use. */
  percent: z.int().nullable(),
  /** Free bytes on the disk. */
  bytes: z.int().nullable(),
  /** When the certificate ends, a job failed, or the last backup was made. */
  at: Timestamp.nullable(),
  /** Name of the job. */
  name: z.string().nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
  /** Number of damaged or missing files, or of messages that couldn't be sent. */
  count: z.int().nullable(),
  /** Seconds by which the clock is off. */
  seconds: z.int().nullable(),
})
export type Warning = z.infer<typeof Warning>

const System = z.object({
  version: z.string(),
  /** That the server was built from; '' from sources. */
  commit: z.string(),
  node: z.string(),
  platform: z.string(),
  startedAt: Timestamp,
  database: z.object({ kind: z.enum(['sqlite', 'postgresql']), version: z.string(), bytes: z.int() }),
  files: z.object({ kind: z.enum(['folder', 's3']), bytes: z.int() }),
  disks: z.array(
    z.object({
      holds: z.array(z.enum(['database', 'files'])),
      total: z.int(),
      free: z.int(),
      percent: z.int(),
      status: z.enum(['ok', 'low', 'short']),
    }),
  ),
  /** Installed programs that the server found at startup; null if missing. */
  tools: z.object({
    /** Converts PPTX and ODP. `network`: how it is isolated from the network. */
    libreOffice: z.object({ version: z.string(), network: z.enum(['namespace', 'proxy']) }).nullable(),
    /** Makes copies of videos that every screen can play. */
    ffmpeg: z.object({ version: z.string() }).nullable(),
    /** Takes pictures of web pages. `unboxed`: the system has no namespaces for its own sandbox. */
    chromium: z.object({ version: z.string(), unboxed: z.boolean() }).nullable(),
  }),
  /** Stores proof of play; the version is null while it isn't available. Null without CLICKHOUSE_URL. */
  clickhouse: z.object({ version: z.string().nullable() }).nullable(),
  /** Null without TLS_CERT. */
  certificateEndsAt: Timestamp.nullable(),
})
export type System = z.infer<typeof System>

export const system = {
  get: route({
    method: 'GET',
    path: '/system',
    summary: 'Get the version, database, sizes, disks, and certificate of the server',
    who: { read: 'jobs' },
    response: z.object({ system: System }),
  }),
  warnings: route({
    method: 'GET',
    path: '/system/warnings',
    summary: 'List server warnings; admins see full disks, super admins everything',
    who: { read: 'system' },
    response: z.object({ warnings: z.array(Warning) }),
  }),
}
