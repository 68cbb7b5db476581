import { people } from '@vitrine/contract/api/people'
import { can, ROLES } from '@vitrine/contract/permissions'
import { isRoute, type Route, type RouteTree } from '@vitrine/contract/route'

/**
 * Whether an API key can make a call. Without resumable uploads, which are a protocol, and the files of packages, which
 * pages load.
 */
function isForKeys({ who, keys, upload, method, path }: Route): boolean {
  if (typeof who !== 'object' || keys === false) return false
  if (upload === 'tus' || method === 'HEAD' || path.includes('*') || path.startsWith('/media/uploads'))
    return false
  const admin = { role: ROLES.admin, permissions: [], kiosk: false }
  return 'read' in who ? can(admin, 'read', who.read) : can(admin, 'write', who.write)
}

/** Routes without their schemas: method, path, and what isn't JSON. */
function plain(tree: RouteTree): RouteTree {
  const nodes = Object.entries(tree).flatMap(([name, node]): [string, unknown][] => {
    if (!isRoute(node)) {
      const inside = plain(node)
      return Object.keys(inside).length > 0 ? [[name, inside]] : []
    }
    const { method, path, upload, response } = node
    const kind = typeof response === 'string' && { response }
    return isForKeys(node) ? [[name, { method, path, ...(upload && { upload }), ...kind }]] : []
  })
  return Object.fromEntries(nodes) as RouteTree
}

/** The build replaces this module by its value, so the package has no schemas. */
export const routes = plain(people)
