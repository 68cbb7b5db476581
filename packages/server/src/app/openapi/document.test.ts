import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { TIME_PATTERN } from '@vitrine/contract/rules'
import { describe, expect, it } from 'vitest'
import { featuresOf } from '#app/features.ts'
import { useServer } from '#test/harness.ts'
import { type OpenApi, type Operation, openApi } from './document.ts'
import { isNumeric } from './meanings.ts'
import type { Schema } from './schema.ts'

const document = openApi()
const operationOf = ({ path, method }: Route): Operation =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'post'] as Operation

const described = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
const addressesOf = ({ path, aliases = [], method }: Route) =>
  [path, ...aliases].map((each) => `${method} ${each.replace(/:(\w+)/g, '{$1}')}`)

describe('the API’s description', () => {
  const server = useServer()
  const mounted = () => featuresOf(server().services).flatMap(({ route }) => addressesOf(route))

  it('AUTHZ-02: names every mounted route, and no other', () => {
    expect(described(document).sort()).toEqual([...mounted()].sort())
  })

  it('has one id for each operation, declares every path parameter, and has no dangling references', () => {
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

  it('has an example of each body, which its route accepts', () => {
    const refused = routesOf(contract).flatMap(({ name, route }) => {
      if (!route.body) return []
      const content = operationOf(route).requestBody?.content['application/json']
      const { error } = route.body.safeParse(content?.example)
      return error ? [`${name}: ${error.message}`] : []
    })
    expect(refused).toEqual([])
    const schema = operationOf(contract.auth.login).requestBody?.content['application/json']?.schema
    expect(schema?.anyOf).toMatchObject([{ required: ['email', 'password'] }, { required: ['kioskCode'] }])
  })

  it('names the unit of each number, and the zone of each time', () => {
    const nameless = new Set<string>()
    const look = (schema: Schema | undefined, name: string, isNamed: boolean): void => {
      if (!schema || typeof schema !== 'object') return
      const named = isNamed || typeof schema.description === 'string'
      const isTime = schema.pattern === TIME_PATTERN.source
      if ((isNumeric(schema) || isTime) && !named) nameless.add(name)
      for (const [key, each] of Object.entries(schema.properties ?? {})) look(each, `${name}.${key}`, false)
      for (const list of ['anyOf', 'allOf', 'oneOf', 'prefixItems'])
        for (const each of (schema[list] ?? []) as Schema[]) look(each, name, named)
      look(schema.items as Schema, `${name}[]`, named)
      look(schema.additionalProperties as Schema, `${name}[]`, named)
    }
    for (const methods of Object.values(document.paths))
      for (const { parameters = [], requestBody, responses } of Object.values(methods)) {
        for (const { name, schema } of parameters) look(schema, name, false)
        for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
          for (const { schema } of Object.values(content)) look(schema, '', false)
      }
    expect([...nameless]).toEqual([])
  })

  it('documents callers, request, response, and errors', () => {
    const update = document.paths['/buildings/{id}']?.put
    expect(update?.description).toBe(
      'Super admins, admins, users with the permission buildings. Maximum body size: 64 kB.',
    )
    expect(update?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['name', 'location', 'floors'],
    })
    expect(update?.responses['409']?.description).toBe('CONFLICT, USED_IN_BUILDING, USED_IN_RULE')
    const upload = document.paths['/media']?.post
    expect(upload?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
    expect(Object.keys(upload?.requestBody?.content['multipart/form-data']?.schema.properties ?? {})).toEqual(
      ['media', 'thumbnail', 'folderId', 'organizationId'],
    )
    expect(upload?.responses['409']?.description).toBe('KEY_REUSED')
    for (const path of ['/media/file/{id}', '/player/files/{sha256}', '/package-preview/{key}/*'])
      expect(Object.keys(document.paths[path]?.get?.responses ?? {}), path).toEqual(
        expect.arrayContaining(['200', '206', '304', '416']),
      )
    // One of its fields contains the id of a folder or an organization.
    expect(upload?.responses['404']?.description).toBe('NOT_FOUND')
    expect(document.paths['/auth/login']?.post?.security).toEqual([])
  })

  it('is served for programs and for people, without a session and without scripts', async () => {
    const { console } = server().origins
    const json = await fetch(`${console}/api/openapi.json`)
    expect(described((await json.json()) as OpenApi)).toHaveLength(mounted().length)
    const page = await fetch(`${console}/api/docs`)
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|src=|href="https?:|url\(/)
    for (const route of mounted()) expect(html).toContain(`<code>${route.split(' ')[1]}</code>`)
  })
})
