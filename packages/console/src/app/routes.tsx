import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { libraryView } from '#features/media/library-view.ts'
import { caseSearch } from '#features/open-case/case-search.ts'
import { editorSearch, storyboardsView } from '#features/storyboards/list-view.ts'
import { loadChunk } from '#lib/load-chunk.ts'
import { session } from '#lib/session.ts'
import { type ListSearch, listSearch } from '#ui/list-search.ts'
import { AuthFrame } from './auth-frame.tsx'
import { Root } from './root.tsx'

/** A screen in a part of the program of its own: `page(() => import('…/x-page.tsx'), 'XPage')`. */
const page = <M extends Record<K, RouteComponent>, K extends string>(load: () => Promise<M>, name: K) =>
  lazyRouteComponent(() => loadChunk(load) as Promise<Record<string, RouteComponent>>, name)

const root = createRootRoute({ component: Root })

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth', replace: true })
  },
})
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true })
  },
})

const auth = createRoute({
  getParentRoute: () => root,
  path: 'auth',
  component: AuthFrame,
  beforeLoad: () => {
    if (session.get().token) throw redirect({ to: '/app', replace: true })
  },
})
const authRoutes = [
  createRoute({
    getParentRoute: () => auth,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/auth/login', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => auth,
    path: 'login',
    /** Where to go on after a session that ended by itself. */
    validateSearch: (search): { redirect?: string } =>
      typeof search.redirect === 'string' ? { redirect: search.redirect } : {},
    component: page(() => import('#features/auth/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: 'auth-redirect',
    component: page(() => import('#features/auth/auth-redirect-page.tsx'), 'AuthRedirectPage'),
  }),
] as const

const app = createRoute({
  getParentRoute: () => root,
  path: 'app',
  component: page(() => import('./console.tsx'), 'Console'),
  beforeLoad: () => {
    if (!session.get().token) throw redirect({ to: '/auth', replace: true })
  },
})
const appRoutes = [
  createRoute({
    getParentRoute: () => app,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/app/dashboard', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'dashboard',
    component: page(() => import('#features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'organization',
    validateSearch: listSearch,
    component: page(() => import('#features/organizations/organizations-page.tsx'), 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'user',
    validateSearch: listSearch,
    component: page(() => import('#features/users/users-page.tsx'), 'UsersPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'buildings',
    validateSearch: listSearch,
    component: page(() => import('#features/buildings/buildings-page.tsx'), 'BuildingsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'buildings/create',
    component: page(() => import('#features/buildings/building-create-page.tsx'), 'BuildingCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'buildings/edit/$id',
    component: page(() => import('#features/buildings/building-edit-page.tsx'), 'BuildingEditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'floors',
    validateSearch: listSearch,
    component: page(() => import('#features/floors/floors-page.tsx'), 'FloorsPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'cards',
    validateSearch: listSearch,
    component: page(() => import('#features/cards/cards-page.tsx'), 'CardsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/create',
    component: page(() => import('#features/cards/card-create-page.tsx'), 'CardCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/edit/$id',
    validateSearch: returnSearch,
    component: page(() => import('#features/cards/card-edit-page.tsx'), 'CardEditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/preview/$id',
    component: page(() => import('#features/cards/card-preview-page.tsx'), 'CardPreviewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/design-template',
    staticData: { bare: true },
    component: page(() => import('#features/cards/card-design-page.tsx'), 'TemplateNewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/design-template/$id',
    staticData: { bare: true },
    component: page(() => import('#features/cards/card-design-page.tsx'), 'TemplateDesignPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'storyboard',
    validateSearch: storyboardsView,
    component: page(() => import('#features/storyboards/storyboards-page.tsx'), 'StoryboardsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'storyboard/$type/create',
    validateSearch: editorSearch,
    beforeLoad: ({ params }) => onlyStoryboardTypes(params.type),
    component: page(() => import('#features/storyboards/storyboard-create-page.tsx'), 'StoryboardCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'storyboard/$type/edit/$id',
    validateSearch: editorSearch,
    beforeLoad: ({ params }) => onlyStoryboardTypes(params.type),
    component: page(() => import('#features/storyboards/storyboard-edit-page.tsx'), 'StoryboardEditPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'media-library',
    validateSearch: libraryView,
    component: page(() => import('#features/media/media-library-page.tsx'), 'MediaLibraryPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/preview/$id',
    component: page(() => import('#features/media/media-preview-page.tsx'), 'MediaPreviewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/folders/$folderId',
    validateSearch: libraryView,
    component: page(() => import('#features/media/media-library-page.tsx'), 'MediaLibraryPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'devices',
    /** `code` comes from the QR code of a screen. */
    validateSearch: (search): ListSearch & { code?: string } => ({
      ...listSearch(search),
      ...(typeof search.code === 'string' && { code: search.code.slice(0, 20) }),
    }),
    component: page(() => import('#features/devices/devices-page.tsx'), 'DevicesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-cards',
    validateSearch: listSearch,
    component: page(() => import('#features/device-cards/device-cards-page.tsx'), 'DeviceCardsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-configurations',
    validateSearch: listSearch,
    component: page(
      () => import('#features/device-configurations/device-configurations-page.tsx'),
      'DeviceConfigurationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-group',
    validateSearch: listSearch,
    component: page(() => import('#features/device-groups/device-groups-page.tsx'), 'DeviceGroupsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-group/storyboard/$id',
    component: page(() => import('#features/device-groups/group-schedule-page.tsx'), 'GroupSchedulePage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'layouts',
    validateSearch: listSearch,
    component: page(() => import('#features/layouts/layouts-page.tsx'), 'LayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'layouts/design',
    staticData: { bare: true },
    /** The size of a new layout. */
    validateSearch: sizeSearch,
    component: page(() => import('#features/layouts/layout-design-page.tsx'), 'LayoutNewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'layouts/design/$id',
    staticData: { bare: true },
    component: page(() => import('#features/layouts/layout-design-page.tsx'), 'LayoutDesignPage'),
  }),

  createRoute({
    getParentRoute: () => app,
    path: 'licence',
    validateSearch: listSearch,
    component: page(() => import('#features/licences/licences-page.tsx'), 'LicencesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'open-case',
    validateSearch: caseSearch,
    component: page(() => import('#features/open-case/open-case-page.tsx'), 'OpenCasePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'settings',
    component: page(() => import('#features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'profile',
    component: page(() => import('#features/profile/profile-page.tsx'), 'ProfilePage'),
  }),
] as const

/** A storyboard is standard or designed; any other word makes the address unknown. */
function onlyStoryboardTypes(type: string): void {
  if (type !== 'standard' && type !== 'designed') throw redirect({ to: '/app', replace: true })
}

/** Whole pixels; the designer judges whether a page can have them. */
function sizeSearch({ width, height }: Record<string, unknown>): { width?: number; height?: number } {
  return Number.isInteger(width) && Number.isInteger(height)
    ? { width: Number(width), height: Number(height) }
    : {}
}

/** Where the update of a card goes back to, and the version that it takes along. */
function returnSearch({ redirect, version }: Record<string, unknown>): {
  redirect?: string
  version?: number
} {
  return {
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
  }
}

/** Every screen of the console by its address. */
export const routeTree = root.addChildren([
  empty,
  unknown,
  auth.addChildren(authRoutes),
  app.addChildren(appRoutes),
])
