import type { Icon } from '@phosphor-icons/react'
import { AlignBottomIcon } from '@phosphor-icons/react/dist/csr/AlignBottom'
import { AlignCenterHorizontalIcon } from '@phosphor-icons/react/dist/csr/AlignCenterHorizontal'
import { AlignCenterVerticalIcon } from '@phosphor-icons/react/dist/csr/AlignCenterVertical'
import { AlignLeftIcon } from '@phosphor-icons/react/dist/csr/AlignLeft'
import { AlignRightIcon } from '@phosphor-icons/react/dist/csr/AlignRight'
import { AlignTopIcon } from '@phosphor-icons/react/dist/csr/AlignTop'
import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft'
import { ArrowUUpRightIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpRight'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { ColumnsIcon } from '@phosphor-icons/react/dist/csr/Columns'
import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy'
import { CursorIcon } from '@phosphor-icons/react/dist/csr/Cursor'
import { FrameCornersIcon } from '@phosphor-icons/react/dist/csr/FrameCorners'
import { GridFourIcon } from '@phosphor-icons/react/dist/csr/GridFour'
import { HandIcon } from '@phosphor-icons/react/dist/csr/Hand'
import { KeyboardIcon } from '@phosphor-icons/react/dist/csr/Keyboard'
import { MagnetIcon } from '@phosphor-icons/react/dist/csr/Magnet'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { PauseIcon } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { RowsIcon } from '@phosphor-icons/react/dist/csr/Rows'
import { RulerIcon } from '@phosphor-icons/react/dist/csr/Ruler'
import type { CommandId } from '#content/pages/designer/commands/commands.ts'

/** Icons of commands in toolbars. */
export const COMMAND_ICONS = {
  undo: ArrowUUpLeftIcon,
  redo: ArrowUUpRightIcon,
  selectTool: CursorIcon,
  handTool: HandIcon,
  draw: PencilSimpleIcon,
  snap: MagnetIcon,
  grid: GridFourIcon,
  rulers: RulerIcon,
  safeAreas: FrameCornersIcon,
  pauseMotion: PauseIcon,
  playOn: MonitorPlayIcon,
  copyPage: CopyIcon,
  history: ClockCounterClockwiseIcon,
  help: KeyboardIcon,
  alignLeft: AlignLeftIcon,
  alignCentre: AlignCenterHorizontalIcon,
  alignRight: AlignRightIcon,
  alignTop: AlignTopIcon,
  alignMiddle: AlignCenterVerticalIcon,
  alignBottom: AlignBottomIcon,
  distributeAcross: ColumnsIcon,
  distributeDown: RowsIcon,
} as const satisfies Partial<Record<CommandId, Icon>>
