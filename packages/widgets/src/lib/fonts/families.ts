import bebasNeue from '@fontsource/bebas-neue/400.css?inline'
import frankRuhlLibre300 from '@fontsource/frank-ruhl-libre/300.css?inline'
import frankRuhlLibre400 from '@fontsource/frank-ruhl-libre/400.css?inline'
import frankRuhlLibre500 from '@fontsource/frank-ruhl-libre/500.css?inline'
import frankRuhlLibre600 from '@fontsource/frank-ruhl-libre/600.css?inline'
import frankRuhlLibre700 from '@fontsource/frank-ruhl-libre/700.css?inline'
import frankRuhlLibre900 from '@fontsource/frank-ruhl-libre/900.css?inline'
import lalezar from '@fontsource/lalezar/400.css?inline'
import bitter from '@fontsource-variable/bitter/wght.css?inline'
import bitterItalic from '@fontsource-variable/bitter/wght-italic.css?inline'
import cairo from '@fontsource-variable/cairo/wght.css?inline'
import caveat from '@fontsource-variable/caveat/wght.css?inline'
import dancingScript from '@fontsource-variable/dancing-script/wght.css?inline'
import ebGaramond from '@fontsource-variable/eb-garamond/wght.css?inline'
import ebGaramondItalic from '@fontsource-variable/eb-garamond/wght-italic.css?inline'
import inter from '@fontsource-variable/inter/wght.css?inline'
import interItalic from '@fontsource-variable/inter/wght-italic.css?inline'
import jetbrainsMono from '@fontsource-variable/jetbrains-mono/wght.css?inline'
import jetbrainsMonoItalic from '@fontsource-variable/jetbrains-mono/wght-italic.css?inline'
import lora from '@fontsource-variable/lora/wght.css?inline'
import loraItalic from '@fontsource-variable/lora/wght-italic.css?inline'
import merriweather from '@fontsource-variable/merriweather/wght.css?inline'
import merriweatherItalic from '@fontsource-variable/merriweather/wght-italic.css?inline'
import montserrat from '@fontsource-variable/montserrat/wght.css?inline'
import montserratItalic from '@fontsource-variable/montserrat/wght-italic.css?inline'
import notoNaskhArabic from '@fontsource-variable/noto-naskh-arabic/wght.css?inline'
import openSans from '@fontsource-variable/open-sans/wght.css?inline'
import openSansItalic from '@fontsource-variable/open-sans/wght-italic.css?inline'
import oswald from '@fontsource-variable/oswald/wght.css?inline'
import playfairDisplay from '@fontsource-variable/playfair-display/wght.css?inline'
import playfairDisplayItalic from '@fontsource-variable/playfair-display/wght-italic.css?inline'
import robotoCondensed from '@fontsource-variable/roboto-condensed/wght.css?inline'
import robotoCondensedItalic from '@fontsource-variable/roboto-condensed/wght-italic.css?inline'
import robotoSlab from '@fontsource-variable/roboto-slab/wght.css?inline'
import rubik from '@fontsource-variable/rubik/wght.css?inline'
import rubikItalic from '@fontsource-variable/rubik/wght-italic.css?inline'
import { served } from './served.ts'

/** CSS rules of the open families. Browsers download a file when a page has its characters. */
export const families = [
  served('Bebas Neue', bebasNeue),
  served('Bitter', bitter, bitterItalic),
  served('Cairo', cairo),
  served('Caveat', caveat),
  served('Dancing Script', dancingScript),
  served('EB Garamond', ebGaramond, ebGaramondItalic),
  served(
    'Frank Ruhl Libre',
    frankRuhlLibre300,
    frankRuhlLibre400,
    frankRuhlLibre500,
    frankRuhlLibre600,
    frankRuhlLibre700,
    frankRuhlLibre900,
  ),
  served('Inter', inter, interItalic),
  served('JetBrains Mono', jetbrainsMono, jetbrainsMonoItalic),
  served('Lalezar', lalezar),
  served('Lora', lora, loraItalic),
  served('Merriweather', merriweather, merriweatherItalic),
  served('Montserrat', montserrat, montserratItalic),
  served('Noto Naskh Arabic', notoNaskhArabic),
  served('Open Sans', openSans, openSansItalic),
  served('Oswald', oswald),
  served('Playfair Display', playfairDisplay, playfairDisplayItalic),
  served('Roboto Condensed', robotoCondensed, robotoCondensedItalic),
  served('Roboto Slab', robotoSlab),
  served('Rubik', rubik, rubikItalic),
].join('\n')
