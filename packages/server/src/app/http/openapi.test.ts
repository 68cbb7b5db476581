import { describe, expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { useServer } from '#test/harness.ts'
import { type OpenApi, openApi } from './openapi.ts'

const described = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
const mounted = features.flatMap(({ route }) =>
  [route.path, ...(route.aliases ?? [])].map((path) => `${route.method} ${path.replace(/:(\w+)/g, '{$1}')}`),
)

describe('the API’s description', () => {
  const server = useServer()

  it('AUTHZ-02: names every mounted route, and no other', () => {
    expect(described(openApi()).sort()).toEqual([...mounted].sort())
  })

  it('has one id for each operation, declares every path parameter, and has no dangling references', () => {
    const document = openApi()
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((each) => each.in === 'path')
      expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort())
    }
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
    expect(new Set(refs)).toEqual(new Set(['#/components/schemas/Error']))
  })

  it('documents callers, request, response, and errors', () => {
    const update = openApi().paths['/buildings/{id}']?.put
    expect(update?.description).toBe(
      'Super admins, admins, users with the permission buildings. Maximum body size: 64 kB.',
    )
    expect(update?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['name', 'location', 'floors'],
    })
    expect(update?.responses['409']?.description).toBe('CONFLICT, USED_IN_BUILDING')
    const upload = openApi().paths['/media']?.post
    expect(upload?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
    expect(Object.keys(upload?.requestBody?.content['multipart/form-data']?.schema.properties ?? {})).toEqual(
      ['media', 'thumbnail', 'folderId', 'organizationId'],
    )
    expect(upload?.responses['409']?.description).toBe('KEY_REUSED')
    for (const path of ['/media/file/{id}', '/player/files/{sha256}', '/package-preview/{key}/*'])
      expect(Object.keys(openApi().paths[path]?.get?.responses ?? {}), path).toEqual(
        expect.arrayContaining(['200', '206', '304', '416']),
      )
    // One of its fields contains the id of a folder or an organization.
    expect(upload?.responses['404']?.description).toBe('NOT_FOUND')
    expect(openApi().paths['/auth/login']?.post?.security).toEqual([])
  })

  it('is served for programs and for people, without a session and without scripts', async () => {
    const { console } = server().origins
    const json = await fetch(`${console}/api/openapi.json`)
    expect(described((await json.json()) as OpenApi)).toHaveLength(mounted.length)
    const page = await fetch(`${console}/api/docs`)
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|src=|https?:/)
    for (const route of mounted) expect(html).toContain(`<code>${route.split(' ')[1]}</code>`)
  })
})
