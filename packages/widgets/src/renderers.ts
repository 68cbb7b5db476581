import type { ComponentType } from 'react'
import { Button } from './button/button.tsx'
import { Checkbox } from './checkbox/checkbox.tsx'
import { Comment } from './comment/comment.tsx'
import { DateTime } from './date-time/date-time.tsx'
import type { SettingsOf, WidgetType } from './definitions.ts'
import { Dropdown } from './dropdown/dropdown.tsx'
import type { WidgetProps } from './host.ts'
import { Link } from './link/link.tsx'
import { MediaLooper } from './media-looper/media-looper.tsx'
import { Prayer } from './prayer/prayer.tsx'
import { Radio } from './radio/radio.tsx'
import { Rating } from './rating/rating.tsx'
import { Rss } from './rss/rss.tsx'
import { StickyNote } from './sticky-note/sticky-note.tsx'
import { Tag } from './tag/tag.tsx'
import { Text } from './text/text.tsx'
import { Ticker } from './ticker/ticker.tsx'
import { Weather } from './weather/weather.tsx'

/** The renderer of every type. */
export const RENDERERS: { readonly [T in WidgetType]: ComponentType<WidgetProps<SettingsOf<T>>> } = {
  'media-looper': MediaLooper,
  'date-time': DateTime,
  prayer: Prayer,
  weather: Weather,
  ticker: Ticker,
  rss: Rss,
  text: Text,
  'sticky-note': StickyNote,
  button: Button,
  comment: Comment,
  dropdown: Dropdown,
  link: Link,
  rating: Rating,
  radio: Radio,
  checkbox: Checkbox,
  tag: Tag,
}
