import { brandColors, type Theme } from '@vitrine/contract/brand-colors'

/** Empty for a color that isn't one. The dark colors are not for paper, as those of the tokens. */
export function brandStyle(primary: string): string {
  const of = (theme: Theme) => {
    const colors = brandColors(primary, theme)
    if (!colors) return ''
    const { accent, hover, soft, on } = colors
    return `--accent:${accent};--accent-hover:${hover};--accent-soft:${soft};--on-accent:${on}`
  }
  if (!of('light') || !of('dark')) return ''
  return `:root{${of('light')}}@media not print{:root[data-mantine-color-scheme="dark"]{${of('dark')}}}`
}
