import type { Icon } from '@phosphor-icons/react'
import { ArticleIcon } from '@phosphor-icons/react/dist/csr/Article'
import { CaretCircleDownIcon } from '@phosphor-icons/react/dist/csr/CaretCircleDown'
import { ChatCircleIcon } from '@phosphor-icons/react/dist/csr/ChatCircle'
import { CheckSquareIcon } from '@phosphor-icons/react/dist/csr/CheckSquare'
import { ClockIcon } from '@phosphor-icons/react/dist/csr/Clock'
import { CloudSunIcon } from '@phosphor-icons/react/dist/csr/CloudSun'
import { CursorClickIcon } from '@phosphor-icons/react/dist/csr/CursorClick'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { LinkIcon } from '@phosphor-icons/react/dist/csr/Link'
import { MosqueIcon } from '@phosphor-icons/react/dist/csr/Mosque'
import { NoteIcon } from '@phosphor-icons/react/dist/csr/Note'
import { PuzzlePieceIcon } from '@phosphor-icons/react/dist/csr/PuzzlePiece'
import { QuestionIcon } from '@phosphor-icons/react/dist/csr/Question'
import { RadioButtonIcon } from '@phosphor-icons/react/dist/csr/RadioButton'
import { RssSimpleIcon } from '@phosphor-icons/react/dist/csr/RssSimple'
import { StarIcon } from '@phosphor-icons/react/dist/csr/Star'
import { TagIcon } from '@phosphor-icons/react/dist/csr/Tag'
import { TextTIcon } from '@phosphor-icons/react/dist/csr/TextT'
import { PART_TYPE } from '@vitrine/contract/document/part-use'
import type { WidgetType } from '@vitrine/widgets/definitions'

const ICONS: { readonly [T in WidgetType]: Icon } = {
  'media-looper': FilmStripIcon,
  'date-time': ClockIcon,
  prayer: MosqueIcon,
  weather: CloudSunIcon,
  ticker: ArticleIcon,
  rss: RssSimpleIcon,
  text: TextTIcon,
  'sticky-note': NoteIcon,
  button: CursorClickIcon,
  comment: ChatCircleIcon,
  dropdown: CaretCircleDownIcon,
  link: LinkIcon,
  rating: StarIcon,
  radio: RadioButtonIcon,
  checkbox: CheckSquareIcon,
  tag: TagIcon,
}

/** A widget type's icon, or that of parts; a question mark for a type unknown to this version. */
export const widgetIcon = (type: string): Icon =>
  type === PART_TYPE ? PuzzlePieceIcon : Object.hasOwn(ICONS, type) ? ICONS[type as WidgetType] : QuestionIcon
