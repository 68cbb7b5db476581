import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queries } from '#lib/query.ts'
import { addTexts } from '#lib/text/i18n.ts'
import texts from '#locales/en-us.json'
import { ConsoleTheme } from '#ui/theme/theme.tsx'

addTexts(texts)

/** Translations, components and queries: loaded with the first screen that needs them, not with the login page. */
export function Kit({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <ConsoleTheme>{children}</ConsoleTheme>
    </QueryClientProvider>
  )
}
