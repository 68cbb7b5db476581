import type { ComponentType } from 'react'
import type { SettingsOf, WidgetType } from './definitions.ts'
import type { WidgetProps } from './host.ts'
import { MediaLooper } from './media-looper/media-looper.tsx'
import { Text } from './text/text.tsx'

/** The renderer of every type. */
export const RENDERERS: { readonly [T in WidgetType]: ComponentType<WidgetProps<SettingsOf<T>>> } = {
  'media-looper': MediaLooper,
  text: Text,
}
