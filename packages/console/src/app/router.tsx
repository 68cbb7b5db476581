import { type AnyRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import { PageError } from './page-error.tsx'
import { routeTree } from './routes.tsx'

export const createConsoleRouter = (history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    // Drops search parameters that the page doesn't know.
    search: { strict: true },
  })

/** Starts loading the chunks of the current address. */
export function preloadScreen(router: ReturnType<typeof createConsoleRouter>): void {
  const routes: Readonly<Record<string, AnyRoute | undefined>> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    void routes[routeId]?.options.component?.preload?.()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
  interface StaticDataRouteOption {
    /** Fills the window, without the menu. */
    bare?: true
  }
}
