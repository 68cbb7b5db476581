import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { uploadOne } from '#test/uploads.ts'

describe('HDR-02, TOK-04: the headers of every answer', () => {
  const server = useServer()

  it.each(['/api/health', '/api/nothing-here', '/api/auth/profile', '/api/docs', '/nothing-here'])(
    'of %s',
    async (path) => {
      const { headers } = await fetch(`${server().origins.console}${path}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      const policy = headers.get('content-security-policy')
      for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy?.includes(rule), rule).toBe(path !== '/nothing-here' || rule.startsWith('frame'))
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
      // Over plain http it would lock out users who later use another host name.
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it('TRACE repeats no headers', async () => {
    const { hostname, port } = new URL(server().origins.console)
    for (const path of ['/', '/api/health']) {
      const line = connect(Number(port), hostname)
      line.write(`TRACE ${path} HTTP/1.1\r\nHost: x\r\nX-Mine: mine\r\nConnection: close\r\n\r\n`)
      const answer = await text(line)
      expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      expect(answer).not.toContain('mine')
    }
  })

  it('no response with data may be cached', async () => {
    const admin = await server().organization()
    for (const path of ['/auth/profile', '/media', '/user', '/nowhere'])
      expect((await admin.call('GET', path)).headers.get('cache-control'), path).toBe('no-store')
  })

  it('FILE-16: a file declares its type, runs nothing, and has a name that breaks no header', async () => {
    const admin = await server().organization()
    const media = await uploadOne(admin, 'a"; filename=evil.html;\r\n x.png')
    const { headers, status } = await fetch(
      `${server().origins.console}/api/media/download/${media.id}?token=${admin.token}`,
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-security-policy')).toMatch(
      /^sandbox; default-src 'none'.* frame-ancestors 'none'/,
    )
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''/,
    )
  })
})

describe('FILE-04: an SVG with a script in it', () => {
  const server = useServer()

  it('is served such that nothing runs and nothing loads', async () => {
    const admin = await server().organization()
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script></svg>`
    const media = await uploadOne(admin, 'x.svg', Buffer.from(drawing))
    for (const path of ['file', 'download']) {
      const { headers } = await fetch(
        `${server().origins.console}/api/media/${path}/${media.id}?token=${admin.token}`,
      )
      expect(headers.get('content-type')).toBe('image/svg+xml')
      expect(headers.get('content-security-policy')).toMatch(
        /^sandbox; default-src 'none'.* frame-ancestors 'none'/,
      )
    }
  })
})

describe('HDR-01: other origins', () => {
  const server = useServer({ CORS_ORIGINS: 'https://signage.example' })

  it.each([
    ['https://signage.example', true],
    ['https://signage.example.evil.test', false],
    ['https://evil-signage.example', false],
    ['http://signage.example', false],
    ['https://signage.example:8443', false],
    ['null', false],
    ['https://evil.test', false],
  ])('%s: allowed %s', async (origin, allowed) => {
    const address = `${server().origins.console}/api/auth/profile`
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    const plain = await fetch(address, { headers: { origin } })
    for (const { headers } of [preflight, plain]) {
      expect(headers.get('access-control-allow-origin')).toBe(allowed ? origin : null)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')?.toLowerCase()).toContain('origin')
    }
  })
})

describe('HDR-01: a console on another origin', () => {
  const origin = 'https://signage.example'
  const server = useServer({ CORS_ORIGINS: origin })
  const listOf = (header: string | null) => (header ?? '').split(/, */)

  it.each(
    routesOf(contract)
      .filter(({ route }) => typeof route.who === 'object' || route.who === 'public')
      .map(({ route }) => [`${route.method} ${route.path}`, route] as const),
  )('may call %s', async (_name, { method, path }) => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key,upload-offset',
    }
    const answer = await fetch(`${server().origins.console}/api${path.replace(/\/\*$/, '')}`, {
      method: 'OPTIONS',
      headers,
    })
    expect(answer.status).toBe(204)
    expect(listOf(answer.headers.get('access-control-allow-methods'))).toContain(method)
    expect(listOf(answer.headers.get('access-control-allow-headers'))).toEqual(
      headers['access-control-request-headers'].split(','),
    )
  })

  it('reads the headers that resumable uploads and retries need', async () => {
    const admin = await server().organization()
    const { headers } = await admin.call('POST', '/media/uploads', undefined, {
      origin,
      'upload-length': '9',
    })
    const exposed = listOf(headers.get('access-control-expose-headers'))
    expect(exposed).toEqual(
      expect.arrayContaining(['Location', 'Upload-Offset', 'Tus-Resumable', 'Retry-After']),
    )
  })

  it('receives changes', async () => {
    const admin = await server().organization()
    const cancel = new AbortController()
    const { status, headers } = await fetch(`${server().origins.console}/api/watch`, {
      headers: { origin, authorization: `Bearer ${admin.token}` },
      signal: cancel.signal,
    })
    cancel.abort()
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
  })
})

describe('HDR-03: a made-up host', () => {
  const server = useServer()

  it('changes no address that the server hands out', async () => {
    const admin = await server().organization()
    const { body } = await admin.call('GET', '/auth/profile', undefined, {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    })
    expect(JSON.stringify(body)).not.toContain('evil.test')
  })
})
