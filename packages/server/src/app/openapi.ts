import { contract } from '@vitrine/contract'
import { ERRORS, type ErrorKey } from '@vitrine/contract/errors'
import { type Actor, can, DEFAULT_PERMISSIONS, PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { type Route, routesOf } from '@vitrine/contract/route'
import { z } from 'zod'

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type Schema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Who may call it, in words. */
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'delete', Operation>>>
  components: { securitySchemes: Record<string, Schema>; schemas: Record<string, Schema> }
}

/** The whole API as OpenAPI 3.1, made from the contract that the server also checks calls against. */
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
      version: '0.1.0',
      description:
        'Sign in with POST /auth/login and send the token as a Bearer token. Lists answer every row unless a page is asked for.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in person.' },
        screen: { type: 'http', scheme: 'bearer', description: 'The token of a paired screen.' },
        file: { type: 'apiKey', in: 'query', name: 'token', description: 'The media token, for addresses.' },
      },
      schemas: { Error: ERROR },
    },
  }
}

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
  },
}

function operationOf(operationId: string, name: string, route: Route): Operation {
  const { summary, params, query, body, upload } = route
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)]
  return {
    operationId,
    tags: [name.split('.')[0] ?? name],
    summary,
    description: callersOf(route.who),
    security: securityOf(route.who),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    ...(upload && { requestBody: { required: true, content: { 'multipart/form-data': { schema: FILES } } } }),
    responses: responsesOf(route),
  }
}

const FILES: Schema = { type: 'object', additionalProperties: { type: 'string', format: 'binary' } }

/** `io`: what is sent, before defaults and trimming, or what comes back. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return rest
}

function parametersOf(place: Parameter['in'], schema: z.ZodType | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function responsesOf(route: Route): Operation['responses'] {
  const { response, status = 200, errors = [] } = route
  const type = { file: 'application/octet-stream', stream: 'text/event-stream' }
  const content =
    typeof response === 'string'
      ? { [type[response]]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(response, 'output') } }
  const responses: Operation['responses'] = { [status]: { description: 'Done', content } }
  for (const [code, keys] of Map.groupBy(errorsOf(route, errors), (key) => ERRORS[key]))
    responses[code] = {
      description: keys.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  return responses
}

/** What a route names, and what mounting it brings along. */
function errorsOf({ who, params, query, body }: Route, named: readonly ErrorKey[]): ErrorKey[] {
  const keys = new Set<ErrorKey>(named)
  if (params || query || body) keys.add('INVALID')
  if (who === 'device') keys.add('DEVICE_UNPAIRED')
  else if (who !== 'public') keys.add('SESSION_EXPIRED').add('FORBIDDEN')
  if (params) keys.add('NOT_FOUND')
  return [...keys]
}

function securityOf(who: Route['who']): Record<string, string[]>[] {
  if (who === 'public') return []
  if (who === 'device') return [{ screen: [] }]
  return 'read' in who && who.file ? [{ person: [] }, { file: [] }] : [{ person: [] }]
}

const actor = (role: Actor['role'], permissions: Actor['permissions'] = [], kiosk = false): Actor => ({
  role,
  permissions,
  kiosk,
})

function callersOf(who: Route['who']): string {
  if (who === 'public') return 'Anybody.'
  if (who === 'device') return 'A paired screen.'
  const [level, area] = 'read' in who ? (['read', who.read] as const) : (['write', who.write] as const)
  const callers = ['super admins']
  if (can(actor(ROLES.admin), level, area)) callers.push('admins')
  if (can(actor(ROLES.user), level, area)) callers.push('users')
  else if (can(actor(ROLES.user, PERMISSIONS), level, area))
    callers.push(
      `users with the permission ${area}${(DEFAULT_PERMISSIONS as readonly string[]).includes(area) ? ' (given by default)' : ''}`,
    )
  if (can(actor(ROLES.user, [], true), level, area)) callers.push('kiosks')
  const text = callers.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
