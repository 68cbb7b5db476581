import { contract } from '@vitrine/contract'
import { isRoute, type Route, type RouteTree } from '@vitrine/contract/route'
import type { Plugin } from 'vite'

const TABLE = '\0contract-table'

/**
 * Gives the built console the contract without its schemas: to call, it needs methods and paths. The schemas that a
 * form checks with come with that form.
 */
export function contractTable(): Plugin {
  return {
    name: 'contract-table',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^@vitrine\/contract$/ }, handler: () => TABLE },
    load: {
      filter: { id: /^\0contract-table$/ },
      handler: () =>
        `export const contract = JSON.parse(${JSON.stringify(JSON.stringify(tableOf(contract)))})`,
    },
  }
}

function tableOf(tree: RouteTree): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [name, isRoute(node) ? callOf(node) : tableOf(node)]),
  )
}

/** What `createClient`, `within` and `send` read of a route. */
const callOf = ({ method, path, response, query, body }: Route) => ({
  method,
  path,
  ...(typeof response === 'string' && { response }),
  ...(namesOrganization(query) && { query: ORGANIZATION }),
  ...(namesOrganization(body) && { body: ORGANIZATION }),
})

const ORGANIZATION = { shape: { organizationId: {} } }

const namesOrganization = (schema: Route['body']) =>
  schema !== undefined && 'shape' in schema && 'organizationId' in (schema.shape as object)
