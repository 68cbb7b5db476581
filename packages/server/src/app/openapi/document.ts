import { contract } from '@vitrine/contract'
import { ERRORS, type ErrorKey, USER_KINDS } from '@vitrine/contract/errors'
import {
  type Actor,
  can,
  DEFAULT_PERMISSIONS,
  PERMISSIONS,
  ROLE_AREAS,
  ROLES,
} from '@vitrine/contract/permissions'
import {
  BUDGETS,
  bodyLimitOf,
  type Route,
  routesOf,
  TUS_BODY,
  worksOnFullDisk,
  writes,
} from '@vitrine/contract/route'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import type { z } from 'zod'
import { needsConfirmation } from '#app/mount/before-body.ts'
import { exampleOf } from './examples.ts'
import { type Schema, schemaOf } from './schema.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Allowed callers, as text. */
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'delete', Operation>>>
  components: { securitySchemes: Record<string, Schema>; schemas: Record<string, Schema> }
}

/** The whole API as OpenAPI 3.1, generated from the contract that the server also validates calls with. */
export function openApi(): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const { name, route } of routesOf(contract))
    for (const [index, path] of [route.path, ...(route.aliases ?? [])].entries()) {
      const operationId = index === 0 ? name : `${name}.${index}`
      const at = path.replace(/:(\w+)/g, '{$1}')
      paths[at] = { ...paths[at], [route.method.toLowerCase()]: operationOf(operationId, name, route) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: PRODUCT_VERSION,
      description:
        'Log in with POST /auth/login and send the token as a Bearer token. Lists return all rows unless you request a page. A 429 response says in Retry-After how many seconds to wait.',
      contact: { name: 'The administrator of this server' },
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/api', description: 'This server' }],
    tags: tagsOf(),
    paths,
    components: {
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer', description: 'The access token of a logged-in user.' },
        screen: { type: 'http', scheme: 'bearer', description: 'The token of a paired screen.' },
        file: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'The media token, for use in URLs.',
        },
      },
      schemas: { Error: ERROR },
    },
  }
}

function tagsOf(): OpenApi['tags'] {
  const groups = Map.groupBy(routesOf(contract), ({ name }) => tagOf(name))
  return [...groups].map(([name, routes]) => ({
    name,
    description: routes.map(({ route }) => route.summary).join('. '),
  }))
}
const tagOf = (name: string) => name.split('.')[0] ?? name

const ERROR: Schema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    errKey: { type: 'string', enum: Object.keys(ERRORS) },
    errors: {
      type: 'object',
      description: 'One text per input field, keyed by its path.',
      additionalProperties: { type: 'string' },
    },
    conflict: {
      type: 'object',
      description: 'With CONFLICT: who saved in the meantime, when, and which version that created.',
      required: ['by', 'at', 'version'],
      properties: {
        by: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
        version: { type: ['integer', 'null'] },
      },
    },
    usedIn: {
      type: 'array',
      description: 'What uses the item to be deleted (up to 50).',
      items: {
        type: 'object',
        required: ['kind', 'id', 'name'],
        properties: {
          kind: { type: 'string', enum: [...USER_KINDS] },
          id: { type: 'string' },
          name: { type: 'string' },
          type: { type: 'string', enum: ['standard', 'designed'] },
        },
      },
    },
  },
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
}

function operationOf(operationId: string, name: string, route: Route): Operation {
  const { method, summary, params, query, body, upload } = route
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(isRepeatable(route) ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId,
    tags: [tagOf(name)],
    summary,
    description: callersOf(route.who) + budgetOf(route) + bodyOf(route),
    security: securityOf(route.who),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': bodyContent(name, body) },
      },
    }),
    ...(upload === 'multipart' && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: partsOf(route) } } },
    }),
    ...(method === 'PATCH' && {
      requestBody: {
        required: true,
        content: { [TUS_BODY]: { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: responsesOf(route),
  }
}

function bodyContent(name: string, body: z.ZodType) {
  const schema = schemaOf(body, 'input', 'body')
  return { schema, example: exampleOf(name, schema) }
}

const FILE: Schema = { type: 'string', format: 'binary' }
const PARTS = { file: FILE, files: { type: 'array', items: FILE }, text: { type: 'string' } }
const partsOf = ({ parts = {} }: Route): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(parts).map(([name, kind]) => [name, PARTS[kind]])),
})

function parametersOf(place: Parameter['in'], schema: z.ZodType | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input', place) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  // OpenAPI can't express `*`, a path of any depth; the summary does.
  const named = Object.entries(properties).filter(([name]) => name !== '*')
  return named.map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

/** Whether a person's POST changes something and so accepts an idempotency key. */
const isRepeatable = (route: Route): boolean =>
  route.method === 'POST' && typeof route.who === 'object' && writes(route)

const PARTS_OF_FILES = { 206: 'Partial content', 304: 'Not modified', 416: 'Range not satisfiable' }

function responsesOf(route: Route): Operation['responses'] {
  const { response, status = 200, errors = [] } = route
  // A route of a stored file has a path parameter; an export has none.
  const isFile = response === 'file' && route.method === 'GET' && route.params !== undefined
  const also = { ...(isFile && PARTS_OF_FILES), ...route.also }
  const type = { file: 'application/octet-stream', stream: 'text/event-stream' }
  const content =
    typeof response === 'string'
      ? { [type[response]]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(response, 'output', 'response') } }
  const responses: Operation['responses'] = { [status]: { description: 'Done', content } }
  for (const [code, description] of Object.entries(also)) responses[code] = { description }
  for (const [code, keys] of Map.groupBy(errorsOf(route, errors), (key) => ERRORS[key]))
    responses[code] = {
      description: keys.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  return responses
}

/** Errors that a route names, and errors that mounting it adds. */
function errorsOf(route: Route, named: readonly ErrorKey[]): ErrorKey[] {
  const { who, params, body, upload } = route
  const keys = new Set<ErrorKey>(named).add('INVALID').add('UNAVAILABLE')
  if (who === 'device') keys.add('DEVICE_UNPAIRED')
  else if (who !== 'public') keys.add('SESSION_EXPIRED').add('FORBIDDEN')
  if (needsConfirmation(route)) keys.add('EMAIL_NOT_VERIFIED')
  // Bodies and upload fields contain ids too.
  if (params || body || upload) keys.add('NOT_FOUND')
  if (body || upload) keys.add('BODY_TIMEOUT').add('TOO_LARGE').add('UNSUPPORTED_MEDIA')
  if (isRepeatable(route)) keys.add('KEY_REUSED')
  if (writes(route) || !worksOnFullDisk(route)) keys.add('STORAGE_FULL')
  if (route.budget || upload) keys.add('TOO_MANY_REQUESTS')
  if (upload || (typeof who === 'object' && 'read' in who && who.file)) keys.add('STORAGE_UNAVAILABLE')
  return [...keys]
}

function securityOf(who: Route['who']): Record<string, string[]>[] {
  if (who === 'public') return []
  if (who === 'device') return [{ screen: [] }]
  return 'read' in who && who.file ? [{ person: [] }, { file: [] }] : [{ person: [] }]
}

const OWNERS = { person: 'user', session: 'session', screen: 'screen' } as const

function budgetOf({ budget }: Route): string {
  if (!budget) return ''
  const { calls, seconds, per } = BUDGETS[budget]
  const shared = routesOf(contract).filter(({ route }) => route.budget === budget).length > 1
  const together = shared ? `, shared with other calls for ${budget}` : ''
  return ` At most ${calls} calls per ${OWNERS[per]} in ${seconds} seconds${together}.`
}

function bodyOf(route: Route): string {
  const limit = route.body && bodyLimitOf(route)
  return limit ? ` Maximum body size: ${Math.floor(limit / 1024)} kB.` : ''
}

const actor = (role: Actor['role'], permissions: Actor['permissions'] = [], kiosk = false): Actor => ({
  role,
  permissions,
  kiosk,
})

function callersOf(who: Route['who']): string {
  if (who === 'public') return 'Anyone.'
  if (who === 'device') return 'A paired screen.'
  const [level, area] = 'read' in who ? (['read', who.read] as const) : (['write', who.write] as const)
  const callers = ['super admins']
  if (can(actor(ROLES.admin), level, area)) callers.push('admins')
  if (can(actor(ROLES.user), level, area)) callers.push('users')
  else if (can(actor(ROLES.user, PERMISSIONS), level, area))
    callers.push(
      `users with the permission ${area}${(DEFAULT_PERMISSIONS as readonly string[]).includes(area) ? ' (given by default)' : ''}`,
    )
  else if (can(actor(ROLES.user, ROLE_AREAS), level, area))
    callers.push(`users whose custom role has the area ${area}`)
  if (can(actor(ROLES.user, [], true), level, area)) callers.push('kiosks')
  const text = callers.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
