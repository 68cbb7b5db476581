import jp from '@fontsource-variable/noto-sans-jp/wght.css?inline'
import kr from '@fontsource-variable/noto-sans-kr/wght.css?inline'
import sc from '@fontsource-variable/noto-sans-sc/wght.css?inline'
import tc from '@fontsource-variable/noto-sans-tc/wght.css?inline'

/** CSS rules of fonts with the characters of Asia: simplified and traditional Chinese, Japanese, and Korean. */
export const cjk = { sc, tc, jp, kr }
