import arimoRegular from '@fontsource/arimo/400.css?inline'
import arimoItalic from '@fontsource/arimo/400-italic.css?inline'
import arimoBold from '@fontsource/arimo/700.css?inline'
import arimoBoldItalic from '@fontsource/arimo/700-italic.css?inline'
import cousineRegular from '@fontsource/cousine/400.css?inline'
import cousineItalic from '@fontsource/cousine/400-italic.css?inline'
import cousineBold from '@fontsource/cousine/700.css?inline'
import cousineBoldItalic from '@fontsource/cousine/700-italic.css?inline'
import dejavuRegular from '@fontsource/dejavu-sans/400.css?inline'
import dejavuItalic from '@fontsource/dejavu-sans/400-italic.css?inline'
import dejavuBold from '@fontsource/dejavu-sans/700.css?inline'
import dejavuBoldItalic from '@fontsource/dejavu-sans/700-italic.css?inline'
import gelasioRegular from '@fontsource/gelasio/400.css?inline'
import gelasioItalic from '@fontsource/gelasio/400-italic.css?inline'
import gelasioBold from '@fontsource/gelasio/700.css?inline'
import gelasioBoldItalic from '@fontsource/gelasio/700-italic.css?inline'
import tinosRegular from '@fontsource/tinos/400.css?inline'
import tinosItalic from '@fontsource/tinos/400-italic.css?inline'
import tinosBold from '@fontsource/tinos/700.css?inline'
import tinosBoldItalic from '@fontsource/tinos/700-italic.css?inline'
import { served } from './served.ts'
import tahoma from './tahoma.css?inline'

/** CSS rules of the common fonts: of open fonts with the same or nearly the same metrics. */
export const letters = [
  served('Arial', arimoRegular, arimoItalic, arimoBold, arimoBoldItalic),
  served('Times New Roman', tinosRegular, tinosItalic, tinosBold, tinosBoldItalic),
  served('Courier New', cousineRegular, cousineItalic, cousineBold, cousineBoldItalic),
  served('Georgia', gelasioRegular, gelasioItalic, gelasioBold, gelasioBoldItalic),
  served('Verdana', dejavuRegular, dejavuItalic, dejavuBold, dejavuBoldItalic),
  tahoma,
].join('\n')
