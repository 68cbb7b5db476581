import { redirect } from '@tanstack/react-router'

/** A code that a mail or another page brings. */
export function codeSearch({ code }: Record<string, unknown>): { code?: string } {
  return typeof code === 'string' ? { code } : {}
}

/** A storyboard is standard or designed; any other word makes the address unknown. */
export function onlyStoryboardTypes(type: string): void {
  if (type !== 'standard' && type !== 'designed') throw redirect({ to: '/app', replace: true })
}

/** The template that a new page is made from. */
export function templateSearch({ template }: Record<string, unknown>): { template?: string } {
  return typeof template === 'string' ? { template } : {}
}

/** Whole pixels; the designer judges whether a page can have them. Or a template by its key. */
export function sizeSearch({ width, height, template }: Record<string, unknown>): {
  width?: number
  height?: number
  template?: string
} {
  return {
    ...(Number.isInteger(width) && Number.isInteger(height)
      ? { width: Number(width), height: Number(height) }
      : {}),
    ...templateSearch({ template }),
  }
}

/** Where the update of a card goes back to, and the version that it takes along. */
export function returnSearch({ redirect, version }: Record<string, unknown>): {
  redirect?: string
  version?: number
} {
  return {
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
  }
}
