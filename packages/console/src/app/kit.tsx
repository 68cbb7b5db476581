import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addTexts } from '#lib/i18n.ts'
import { queries } from '#lib/query.ts'
import texts from '#locales/en-us.json'
import { ConsoleTheme } from '#ui/theme.tsx'

addTexts(texts)

/** Texts, components and queries, which come with the first screen that needs them and not with the login page. */
export function Kit({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <ConsoleTheme>{children}</ConsoleTheme>
    </QueryClientProvider>
  )
}
