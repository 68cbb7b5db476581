import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { createLog, outputFor, redactUrl, withoutRedaction } from './log.ts'

const written = (write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  write(createLog('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

it.each([
  'password',
  'currentPassword',
  'token',
  'refreshToken',
  'mediaToken',
  'secret',
  'code',
  'kioskCode',
])('censors %s at every level', (name) => {
  const text = written((log) => {
    log.info({ [name]: 'opens-1' })
    log.info({ body: { [name]: 'opens-2' } })
    log.info({ request: { body: { [name]: 'opens-3' } } })
  })
  expect(text).not.toContain('opens')
  expect(text.match(/\*\*\*/g)).toHaveLength(3)
})

it("keeps an error's code, and its cause's", () => {
  const cause = Object.assign(new Error('no room'), { code: 'ENOSPC' })
  const error = Object.assign(new Error('failed', { cause }), { code: 'SQLITE_FULL' })
  const text = written((log) => log.error({ err: error }, 'A request failed'))
  expect(JSON.parse(text).err.code).toBe('SQLITE_FULL')
  expect(text).toContain('no room')
})

it('writes lines without redaction to the same place', () => {
  const text = written((log) => withoutRedaction(log).info({ code: 'ABC' }, 'plain'))
  expect(JSON.parse(text)).toMatchObject({ code: 'ABC', msg: 'plain' })
})

it('takes secrets out of addresses', () => {
  expect(redactUrl('/api/media/file/1?token=abc&x=1')).toBe('/api/media/file/1?token=***&x=1')
  expect(redactUrl('/api/auth/email/verify/abc')).toBe('/api/auth/email/verify/***')
})

it('writes plain lines to a terminal, and JSON elsewhere', () => {
  const output = new PassThrough()
  const log = createLog('info', outputFor(Object.assign(output, { isTTY: true }) as never))
  log.info({ job: 'backup', files: 3, token: 'secret-1', settings: { PORT: 8080 } }, 'Job finished')
  const text = stripVTControlCharacters(String(output.read()))
  expect(text).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: Job finished .*"job":"backup"/)
  expect(text).not.toMatch(/secret-1|PORT/)
})
