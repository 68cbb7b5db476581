import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { StyleKind } from '@vitrine/contract/document/style-kinds'
import { type StyleValue, styledValue, styleKindOf } from '@vitrine/contract/document/styles'
import type { Field } from '@vitrine/contract/fields/field'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { memo, type ReactNode, useCallback } from 'react'
import { withLink } from '#content/pages/designer/state/links.ts'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import type { StyleMenuProps } from '#content/pages/styles/style-menu.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const StyleMenu = lazyPart(async () => (await import('#content/pages/styles/style-menu.tsx')).StyleMenu)

/** Buttons beside the fields of the selected widgets that can have a style. */
export function useStyleButtons(
  widgets: readonly ReadWidget[],
): (name: string, field: Field, label: string) => ReactNode {
  const designer = useDesigner()
  const link = useCallback(
    (name: string, id: string | null) => {
      const { page } = designer.state
      const selected = designer.selected().map((widget) => withLink(widget, name, id))
      designer.seal()
      designer.commit(withWidgets(page, selected), { name: 'edit', count: selected.length })
    },
    [designer],
  )
  const look = useCallback(
    (name: string, kind: StyleKind, value: StyleValue) => {
      const selected = designer.selected().map((widget) => {
        const field = WIDGET_FIELDS[widget.type]?.[name]
        if (!field) return widget
        const next = styledValue(field, widget.settings[name], { kind, value })
        return withLink({ ...widget, settings: { ...widget.settings, [name]: next } }, name)
      })
      designer.seal()
      designer.commit(withWidgets(designer.state.page, selected), { name: 'edit', count: selected.length })
    },
    [designer],
  )
  const page = useDesignerState(({ page: { width, height } }) => ({ width, height }))
  const [first, ...others] = widgets
  return (name, field, label) => {
    const kind = styleKindOf(field)
    if (!first || kind === undefined) return null
    const id = first.styles?.[name]
    const isShared = others.every(({ styles }) => styles?.[name] === id)
    return (
      <StyleButton
        {...{ name, kind, label, page, link, look }}
        linked={isShared ? id : undefined}
        value={first.settings[name]}
      />
    )
  }
}

interface StyleButtonProps extends Omit<StyleMenuProps, 'onLink' | 'onLook'> {
  /** Of the field. */
  name: string
  link: (name: string, id: string | null) => void
  look: (name: string, kind: StyleKind, value: StyleValue) => void
}

/** Memoized: typing into a field must not re-render the menus beside the others. */
const StyleButton = memo(function StyleButton({ name, link, look, ...menu }: StyleButtonProps) {
  return (
    <Waiting quiet>
      <StyleMenu
        {...menu}
        onLink={(next) => link(name, next)}
        onLook={(value) => look(name, menu.kind, value)}
      />
    </Waiting>
  )
})
