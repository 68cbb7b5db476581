import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { editorSearch, storyboardsView } from '#content/storyboards/list-view.ts'
import { trashSearch } from '#content/trash/trash-search.ts'
import { answersSearch } from '#data/answers/answers-search.ts'
import { arrival } from '#lib/session/arrival.ts'
import { session } from '#lib/session/session.ts'
import { auditSearch } from '#operations/audit/audit-search.ts'
import { caseSearch } from '#operations/open-case/case-search.ts'
import { settingsView } from '#operations/settings/settings-view.ts'
import { libraryView } from '#queries/library-view.ts'
import { shelfView } from '#queries/shelf-view.ts'
import { calendarSearch } from '#screens/device-groups/calendar/calendar-search.ts'
import { devicesSearch } from '#screens/devices/list-view.ts'
import { playsSearch } from '#screens/plays/plays-search.ts'
import { sheetSearch } from '#screens/plays/sheets/sheet-search.ts'
import { type ListSearch, listSearch } from '#ui/list/list-search.ts'
import { goTo, isPublicPath } from './addresses.ts'
import { AuthFrame } from './auth-frame.tsx'
import { page } from './page-component.ts'
import { Root } from './root.tsx'
import {
  codeSearch,
  commentSearch,
  onlyStoryboardTypes,
  placeSearch,
  providerSearch,
  returnSearch,
  sizeSearch,
  templateSearch,
} from './route-search.ts'

/** One component for both routes, with and without an id. */
const layoutDesign = page(() => import('#content/layouts/layout-design-page.tsx'), 'LayoutDesignPage')
const partDesign = page(() => import('#content/layouts/part-design-page.tsx'), 'PartDesignPage')

const root = createRootRoute({ component: Root })

const empty = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goTo('/auth') })
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: goTo('/app') })

const auth = createRoute({
  getParentRoute: () => root,
  path: 'auth',
  component: AuthFrame,
  beforeLoad: ({ location }) => {
    if (session.get().token && !isPublicPath(location.pathname)) throw redirect({ to: '/app', replace: true })
  },
})
/** Login pages that use the component library; the login page itself doesn't. */
const account = createRoute({
  getParentRoute: () => auth,
  id: 'account',
  component: page(() => import('./kit.tsx'), 'Kit'),
})
const accountRoutes = [
  createRoute({
    getParentRoute: () => account,
    path: 'register',
    component: page(() => import('#accounts/auth/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'forgot-password',
    component: page(() => import('#accounts/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'reset-password',
    validateSearch: codeSearch,
    component: page(() => import('#accounts/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'verify-email',
    validateSearch: codeSearch,
    component: page(() => import('#accounts/auth/verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
] as const
const authRoutes = [
  createRoute({
    getParentRoute: () => auth,
    path: '/',
    beforeLoad: goTo('/auth/login'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: 'login',
    component: page(() => import('#accounts/auth/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: 'provider',
    validateSearch: providerSearch,
    component: page(() => import('#accounts/auth/provider-page.tsx'), 'ProviderPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: 'auth-redirect',
    validateSearch: codeSearch,
    component: page(() => import('#accounts/auth/auth-redirect-page.tsx'), 'AuthRedirectPage'),
  }),
] as const

const app = createRoute({
  getParentRoute: () => root,
  path: 'app',
  component: page(() => import('./console.tsx'), 'Console'),
  beforeLoad: ({ location }) => {
    if (session.get().token) return
    arrival.keepPlace(location.href)
    throw redirect({ to: '/auth', replace: true })
  },
})
/** Without the shell around it. */
const bare = { getParentRoute: () => app, staticData: { bare: true } } as const
const designed = { ...bare, validateSearch: commentSearch } as const
const appRoutes = [
  createRoute({
    getParentRoute: () => app,
    path: '/',
    beforeLoad: () => {
      // A kiosk may open cards only.
      throw redirect({ to: session.get().profile?.kiosk ? '/app/cards' : '/app/dashboard', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'dashboard',
    component: page(() => import('#operations/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => app, path: 'organization', validateSearch: listSearch },
    component: page(() => import('#accounts/organizations/organizations-page.tsx'), 'OrganizationsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => app, path: 'user', validateSearch: listSearch },
    component: page(() => import('#accounts/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'user/roles',
    component: page(() => import('#accounts/roles/roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'buildings',
    validateSearch: listSearch,
    component: page(() => import('#places/buildings/buildings-page.tsx'), 'BuildingsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'buildings/create',
    component: page(() => import('#places/buildings/building-edit-page.tsx'), 'BuildingCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'buildings/edit/$id',
    component: page(() => import('#places/buildings/building-edit-page.tsx'), 'BuildingEditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'floors',
    validateSearch: listSearch,
    component: page(() => import('#places/floors/pages.ts'), 'FloorsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'floors/$id',
    component: page(() => import('#places/floors/pages.ts'), 'FloorPlanPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards',
    validateSearch: (search: Record<string, unknown>): ListSearch & { templates?: boolean } => ({
      ...listSearch(search),
      ...(search.templates === true && { templates: true }),
    }),
    component: page(() => import('#content/cards/cards-page.tsx'), 'CardsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/create',
    validateSearch: templateSearch,
    component: page(() => import('#content/cards/card-create-page.tsx'), 'CardCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/edit/$id',
    validateSearch: returnSearch,
    component: page(() => import('#content/cards/card-edit-page.tsx'), 'CardEditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/preview/$id',
    component: page(() => import('#content/cards/card-preview-page.tsx'), 'CardPreviewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'cards/design-template',
    component: page(() => import('#content/cards/card-design-page.tsx'), 'TemplateNewPage'),
  }),
  createRoute({
    ...bare,
    path: 'cards/design-template/$id',
    component: page(() => import('#content/cards/card-design-page.tsx'), 'TemplateDesignPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => app, path: 'local-content', validateSearch: placeSearch },
    component: page(() => import('#content/local/local-content-page.tsx'), 'LocalContentPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'storyboard',
    validateSearch: storyboardsView,
    component: page(() => import('#content/storyboards/storyboards-page.tsx'), 'StoryboardsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'storyboard/$type/create',
    validateSearch: editorSearch,
    beforeLoad: ({ params }) => onlyStoryboardTypes(params.type),
    component: page(() => import('#content/storyboards/storyboard-create-page.tsx'), 'StoryboardCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'storyboard/$type/edit/$id',
    validateSearch: editorSearch,
    beforeLoad: ({ params }) => onlyStoryboardTypes(params.type),
    component: page(() => import('#content/storyboards/storyboard-edit-page.tsx'), 'StoryboardEditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library',
    validateSearch: libraryView,
    component: page(() => import('#content/media/media-library-page.tsx'), 'MediaLibraryPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/all',
    validateSearch: shelfView,
    component: page(() => import('#content/shelf/shelf-page.tsx'), 'ShelfPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/preview/$id',
    component: page(() => import('#content/media/media-preview-page.tsx'), 'MediaPreviewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/folders/$folderId',
    validateSearch: libraryView,
    component: page(() => import('#content/media/media-library-page.tsx'), 'MediaLibraryPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/sources',
    validateSearch: listSearch,
    component: page(() => import('#data/sources/sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/sources/create',
    component: page(() => import('#data/sources/sources-page.tsx'), 'SourceCreatePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'media-library/sources/edit/$id',
    component: page(() => import('#data/sources/sources-page.tsx'), 'SourceEditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'devices',
    validateSearch: devicesSearch,
    component: page(() => import('#screens/devices/devices-page.tsx'), 'DevicesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'devices/values',
    component: page(() => import('#screens/values/values-page.tsx'), 'ValuesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'devices/$id',
    component: page(() => import('#screens/devices/device-page.tsx'), 'DevicePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'plays',
    validateSearch: playsSearch,
    component: page(() => import('#screens/plays/plays-page.tsx'), 'PlaysPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'plays/report',
    validateSearch: sheetSearch,
    component: page(() => import('#screens/plays/sheets/sheet-page.tsx'), 'SheetPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-cards',
    validateSearch: listSearch,
    component: page(() => import('#screens/device-cards/device-cards-page.tsx'), 'DeviceCardsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-configurations',
    validateSearch: listSearch,
    component: page(
      () => import('#screens/device-configurations/device-configurations-page.tsx'),
      'DeviceConfigurationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'approvals',
    component: page(() => import('#operations/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'trash',
    validateSearch: trashSearch,
    component: page(() => import('#content/trash/trash-page.tsx'), 'TrashPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-group',
    validateSearch: listSearch,
    component: page(() => import('#screens/device-groups/device-groups-page.tsx'), 'DeviceGroupsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-group/calendar',
    validateSearch: calendarSearch,
    component: page(() => import('#screens/device-groups/calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'device-group/storyboard/$id',
    component: page(() => import('#screens/device-groups/group-schedule-page.tsx'), 'GroupSchedulePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'layouts',
    validateSearch: listSearch,
    component: page(() => import('#content/layouts/layouts-page.tsx'), 'LayoutsPage'),
  }),
  createRoute({
    ...bare,
    path: 'layouts/design',
    /** The size of a new layout, or its template. */
    validateSearch: sizeSearch,
    component: layoutDesign,
  }),
  createRoute({ ...designed, path: 'layouts/design/$id', component: layoutDesign }),
  createRoute({ ...designed, path: 'parts/design/$id', component: partDesign }),
  createRoute({
    getParentRoute: () => app,
    path: 'answers',
    validateSearch: answersSearch,
    component: page(() => import('#data/answers/answers-page.tsx'), 'AnswersPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => app, path: 'licence', validateSearch: listSearch },
    component: page(() => import('#accounts/licences/licences-page.tsx'), 'LicencesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'open-case',
    validateSearch: caseSearch,
    component: page(() => import('#operations/open-case/open-case-page.tsx'), 'OpenCasePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'audit',
    validateSearch: auditSearch,
    component: page(() => import('#operations/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'settings',
    validateSearch: settingsView,
    component: page(() => import('#operations/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: 'profile',
    component: page(() => import('#accounts/profile/pages.ts'), 'ProfilePage'),
  }),
] as const

/** The console's route tree. */
export const routeTree = root.addChildren([
  empty,
  unknown,
  auth.addChildren([...authRoutes, account.addChildren(accountRoutes)]),
  app.addChildren(appRoutes),
])
