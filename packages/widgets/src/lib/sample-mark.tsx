import type { Host } from '@vitrine/widgets/host'
import { say } from './words.ts'

/** Says that what shows is made up. Screens never show made-up data, so it is for designs and previews. */
export function SampleMark({ host }: { host: Host }) {
  return (
    <div
      style={{
        position: 'absolute',
        left: host.dir === 'rtl' ? 2 : 'auto',
        right: host.dir === 'rtl' ? 'auto' : 2,
        bottom: 2,
        padding: '0 4px',
        borderRadius: 3,
        background: 'rgba(0, 0, 0, .55)',
        color: 'white',
        font: '500 9px/13px "IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic", Arial, sans-serif',
      }}
    >
      {say(host.locale, 'sample')}
    </div>
  )
}
