import { QueryClientProvider } from '@tanstack/react-query'
import { addTexts } from '#lib/i18n.ts'
import { queries } from '#lib/query.ts'
import texts from '#locales/en-us.json'
import { ConsoleTheme } from '#ui/theme.tsx'
import { Shell } from './shell.tsx'

await addTexts(texts)

/** Everything behind the sign-in. Its texts, components and queries are loaded with it, not with the login page. */
export function Console() {
  return (
    <QueryClientProvider client={queries}>
      <ConsoleTheme>
        <Shell />
      </ConsoleTheme>
    </QueryClientProvider>
  )
}
