import {
  createTheme,
  DirectionProvider,
  defaultVariantColorsResolver,
  MantineProvider,
  type VariantColorsResolver,
} from '@mantine/core'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { colorScheme, onColorScheme } from '#lib/browser/appearance.ts'
import { announceRoom } from '#ui/toast/toast-room.ts'
import '@mantine/core/styles.layer.css'
import './library.css'

/** Maps a color of tokens.css to the ten shades that the library requires; only the variables below are used. */
const shades = (token: string) =>
  Array.from({ length: 10 }, () => `var(--${token})`) as unknown as readonly [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]

const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color === 'bad' ? 'bad' : 'accent'
  if (input.variant === 'filled')
    return {
      background: `var(--${color})`,
      hover: `var(--${color}-hover)`,
      color: `var(--on-${color})`,
      border: '1px solid transparent',
    }
  if (input.variant === 'default')
    return {
      background: 'var(--surface)',
      hover: 'var(--hover)',
      color: 'var(--text)',
      border: '1px solid var(--line)',
    }
  if (input.variant === 'light')
    return {
      background: `var(--${color}-soft)`,
      hover: `var(--${color}-soft)`,
      color: `var(--${color})`,
      border: '1px solid transparent',
    }
  if (input.variant === 'subtle')
    return {
      background: 'transparent',
      hover: input.color === 'bad' ? 'var(--bad-soft)' : 'var(--hover)',
      color: input.color === 'bad' ? 'var(--bad)' : 'var(--text-2)',
      border: '1px solid transparent',
    }
  return defaultVariantColorsResolver(input)
}

/** Tabbing through a form must not open dropdowns; typing or an arrow key does. Enter chooses the first match. */
const SEARCHED = { defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true } }

const VARIABLES = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--field-border)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** Maps the library's grays to tokens. */
const LIGHT_GREYS = scale('gray', [
  'hover',
  'selected',
  'line',
  'line',
  'line',
  'text-3',
  'text-2',
  'text-2',
  'text',
  'text',
])
const DARK_GREYS = scale('dark', [
  'text',
  'text-2',
  'text-2',
  'text-3',
  'line',
  'hover',
  'surface',
  'surface',
  'sunken',
  'sunken',
])

function scale(name: string, tokens: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    tokens.map((token, shade) => [`--mantine-color-${name}-${shade}`, `var(--${token})`]),
  )
}

const DIALOG_EVENTS = { onEnterTransitionEnd: announceRoom, onExitTransitionEnd: announceRoom }

/** The component library's theme: colors, sizes and texts. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const scheme = useSyncExternalStore(onColorScheme, colorScheme)
  const closeLabel = t('delete.closeLabel')
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  const theme = useMemo(
    () =>
      createTheme({
        primaryColor: 'accent',
        colors: { accent: shades('accent'), bad: shades('bad') },
        fontFamily: 'var(--font)',
        fontFamilyMonospace: 'var(--mono)',
        fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
        defaultRadius: 'sm',
        radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
        cursorType: 'pointer',
        respectReducedMotion: true,
        variantColorResolver,
        components: {
          Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } },
          Checkbox: { defaultProps: { radius: 'xs' } },
          ActionIcon: { defaultProps: { variant: 'subtle', size: 32 } },
          // Toasts move out of a dialog's way, and back.
          ModalRoot: { defaultProps: DIALOG_EVENTS },
          DrawerRoot: { defaultProps: DIALOG_EVENTS },
          Tooltip: {
            defaultProps: { openDelay: 400, offset: 6, events: { hover: true, focus: true, touch: false } },
          },
          Modal: {
            defaultProps: {
              centered: true,
              radius: 'lg',
              padding: 24,
              overlayProps: { backgroundOpacity: 0.45 },
              transitionProps: { transition: 'pop', duration: 180 },
              closeButtonProps: { 'aria-label': closeLabel },
            },
            styles: { title: { font: '600 16px / 24px var(--font)' } },
          },
          Drawer: {
            defaultProps: {
              position: 'right',
              padding: 24,
              overlayProps: { backgroundOpacity: 0.45 },
              closeButtonProps: { 'aria-label': closeLabel },
            },
            styles: { title: { font: '600 16px / 24px var(--font)' } },
          },
          Select: SEARCHED,
          MultiSelect: SEARCHED,
          // Without the placeholder, the menu itself would be focused, which may contain only its items.
          Menu: {
            defaultProps: {
              shadow: 'md',
              radius: 'md',
              position: 'bottom-end',
              withInitialFocusPlaceholder: false,
            },
          },
        },
      }),
    [closeLabel],
  )
  return (
    <DirectionProvider key={direction} initialDirection={direction}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesResolver={() => ({
          variables: {},
          light: { ...VARIABLES, ...LIGHT_GREYS },
          dark: { ...VARIABLES, ...DARK_GREYS },
        })}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
