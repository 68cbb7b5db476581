import { expect, it } from 'vitest'
import { smtpTransport } from './mail.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

it.each([
  // RFC 5321, section 4.5.3.2: five minutes for the greeting, ten for the answer to a message.
  ['a message', false, { greetingTimeout: 5 * MINUTE, socketTimeout: 10 * MINUTE }],
  ['a person who waits', true, { greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND }],
])('for %s, a slow mail server gets its time', (_whom, brief, times) => {
  const transport = smtpTransport('smtp://mail.test', { SMTP_TLS: undefined } as never, { brief })
  expect(transport.options).toMatchObject({ ...times, connectionTimeout: 10 * SECOND })
  transport.close()
})

it.each([
  ['smtp://mail.test', undefined, { port: 587, secure: false, requireTLS: false }],
  ['smtp://a:b@mail.test', undefined, { port: 587, secure: false, requireTLS: true }],
  ['smtp://a:b@mail.test', 'optional', { port: 587, secure: false, requireTLS: false }],
  ['smtp://mail.test', 'required', { port: 587, secure: false, requireTLS: true }],
  ['smtps://a:b@mail.test', undefined, { port: 465, secure: true }],
  ['smtp://mail.test:25', undefined, { port: 25, secure: false }],
])('%s with SMTP_TLS %s', (url, SMTP_TLS, expected) => {
  const transport = smtpTransport(url, { SMTP_TLS } as never)
  expect(transport.options).toMatchObject({ host: 'mail.test', ...expected })
  transport.close()
})
