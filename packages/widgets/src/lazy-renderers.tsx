import { type ComponentType, useEffect, useState } from 'react'
import type { SettingsOf, WidgetType } from './definitions.ts'
import type { WidgetProps } from './host.ts'
import type { RENDERERS as ALL } from './renderers.ts'

/**
 * The renderers of `renderers.ts`, each in a script of its own that comes when a page needs it: a screen starts with
 * what it shows. The player's build puts this module in the place of the other.
 */

interface LazyRenderer<S> {
  Renderer: ComponentType<WidgetProps<S>>
  isLoaded: () => boolean
  load: () => Promise<unknown>
}

function lazily<S>(fetchIt: () => Promise<ComponentType<WidgetProps<S>>>): LazyRenderer<S> {
  let Loaded: ComponentType<WidgetProps<S>> | undefined
  let loading: Promise<unknown> | undefined
  const load = () => {
    loading ??= fetchIt().then(
      (found) => {
        Loaded = found
      },
      (error: unknown) => {
        // The next page that needs it tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Renderer(props: WidgetProps<S>) {
    const [, drawAgain] = useState(false)
    useEffect(() => {
      if (Loaded) return
      let gone = false
      load().then(
        () => gone || drawAgain(true),
        (error: unknown) => gone || props.host.reportError(props.id, error),
      )
      return () => {
        gone = true
      }
    }, [props.host, props.id])
    return Loaded ? <Loaded {...props} /> : null
  }
  return { Renderer, isLoaded: () => Loaded !== undefined, load }
}

const LAZY: { readonly [T in WidgetType]: LazyRenderer<SettingsOf<T>> } = {
  'media-looper': lazily(() => import('./kinds/media-looper/media-looper.tsx').then((it) => it.MediaLooper)),
  'date-time': lazily(() => import('./kinds/date-time/date-time.tsx').then((it) => it.DateTime)),
  prayer: lazily(() => import('./kinds/prayer/prayer.tsx').then((it) => it.Prayer)),
  weather: lazily(() => import('./kinds/weather/weather.tsx').then((it) => it.Weather)),
  ticker: lazily(() => import('./kinds/ticker/ticker.tsx').then((it) => it.Ticker)),
  rss: lazily(() => import('./kinds/rss/rss.tsx').then((it) => it.Rss)),
  text: lazily(() => import('./kinds/text/text.tsx').then((it) => it.Text)),
  'sticky-note': lazily(() => import('./kinds/sticky-note/sticky-note.tsx').then((it) => it.StickyNote)),
  button: lazily(() => import('./kinds/button/button.tsx').then((it) => it.Button)),
  comment: lazily(() => import('./kinds/comment/comment.tsx').then((it) => it.Comment)),
  dropdown: lazily(() => import('./kinds/dropdown/dropdown.tsx').then((it) => it.Dropdown)),
  link: lazily(() => import('./kinds/link/link.tsx').then((it) => it.Link)),
  rating: lazily(() => import('./kinds/rating/rating.tsx').then((it) => it.Rating)),
  radio: lazily(() => import('./kinds/radio/radio.tsx').then((it) => it.Radio)),
  checkbox: lazily(() => import('./kinds/checkbox/checkbox.tsx').then((it) => it.Checkbox)),
  tag: lazily(() => import('./kinds/tag/tag.tsx').then((it) => it.Tag)),
}

export const RENDERERS = Object.fromEntries(
  Object.entries(LAZY).map(([type, { Renderer }]) => [type, Renderer]),
) as unknown as typeof ALL

/** Whether pages with these widgets can be drawn at once; unknown types need nothing. */
export const haveRenderers = (types: readonly string[]): boolean =>
  types.every((type) => !Object.hasOwn(LAZY, type) || LAZY[type as WidgetType].isLoaded())

/** Brings those of a page's widgets. Rejects when one does not come; asking again tries again. */
export const loadRenderers = (types: readonly string[]): Promise<unknown> =>
  Promise.all(types.map((type) => (Object.hasOwn(LAZY, type) ? LAZY[type as WidgetType].load() : undefined)))

/** Brings all of them, for pages to come. Rejects when one does not come; asking again tries again. */
export const loadAllRenderers = (): Promise<unknown> =>
  Promise.all(Object.values(LAZY).map(({ load }) => load()))
