import type { ComponentType } from 'react'
import type { SettingsOf, WidgetType } from './definitions.ts'
import type { WidgetProps } from './host.ts'
import { Button } from './kinds/button/button.tsx'
import { Checkbox } from './kinds/checkbox/checkbox.tsx'
import { Comment } from './kinds/comment/comment.tsx'
import { DateTime } from './kinds/date-time/date-time.tsx'
import { Dropdown } from './kinds/dropdown/dropdown.tsx'
import { Link } from './kinds/link/link.tsx'
import { MediaLooper } from './kinds/media-looper/media-looper.tsx'
import { Prayer } from './kinds/prayer/prayer.tsx'
import { Radio } from './kinds/radio/radio.tsx'
import { Rating } from './kinds/rating/rating.tsx'
import { Rss } from './kinds/rss/rss.tsx'
import { StickyNote } from './kinds/sticky-note/sticky-note.tsx'
import { Tag } from './kinds/tag/tag.tsx'
import { Text } from './kinds/text/text.tsx'
import { Ticker } from './kinds/ticker/ticker.tsx'
import { Weather } from './kinds/weather/weather.tsx'

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
