import { redirect } from '@tanstack/react-router'

/** A code from an email or another page. */
export function codeSearch({ code }: Record<string, unknown>): { code?: string } {
  return typeof code === 'string' ? { code } : {}
}

/** The organization whose people log in at its provider, or the provider's answer, which is a query. */
export function providerSearch({ organization, answer }: Record<string, unknown>): {
  organization?: string
  answer?: string
} {
  return {
    ...(typeof organization === 'string' && { organization }),
    ...(typeof answer === 'string' && { answer }),
  }
}

/** A storyboard is standard or designed; any other type is an unknown URL. */
export function onlyStoryboardTypes(type: string): void {
  if (type !== 'standard' && type !== 'designed') throw redirect({ to: '/app', replace: true })
}

/** The template to create a page from. */
export function templateSearch({ template }: Record<string, unknown>): { template?: string } {
  return typeof template === 'string' ? { template } : {}
}

/** Width and height in whole pixels, which the designer validates, and the page to adapt to them, or a template's key. */
export function sizeSearch({ width, height, adapt, template }: Record<string, unknown>): {
  width?: number
  height?: number
  adapt?: string
  template?: string
} {
  return {
    ...(Number.isInteger(width) && Number.isInteger(height)
      ? { width: Number(width), height: Number(height) }
      : {}),
    ...(typeof adapt === 'string' && { adapt }),
    ...templateSearch({ template }),
  }
}

/** A building or a floor. */
export function placeSearch({ place }: Record<string, unknown>): { place?: string } {
  return typeof place === 'string' ? { place } : {}
}

/** The comment that a link from an email or the bell opens. */
export function commentSearch({ comment }: Record<string, unknown>): { comment?: string } {
  return typeof comment === 'string' ? { comment } : {}
}

/** The return path of a card's update, and the version that it appends; or a comment on the card. */
export function returnSearch({ redirect, version, comment }: Record<string, unknown>): {
  redirect?: string
  version?: number
  comment?: string
} {
  return {
    ...commentSearch({ comment }),
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
  }
}
