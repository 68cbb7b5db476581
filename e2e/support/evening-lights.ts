/** A picture drawn by a browser: the lights of a terrace in the evening, out of focus. */

/** Always the same numbers from 0 to 1. */
function* numbers(): Generator<number, number> {
  let seed = 20260
  for (;;) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    yield seed / 2147483648
  }
}

export function eveningLights(): string {
  const numbersOf = numbers()
  const next = () => numbersOf.next().value
  const lights = Array.from({ length: 90 }, (_, index) => {
    const far = index < 60
    const size = far ? 14 + next() * 50 : 70 + next() * 130
    const x = 860 + next() * 1120 - size / 2
    const y = 330 + (next() + next()) * 0.5 * 640 - size / 2
    const hue = 24 + next() * 24
    const alpha = (far ? 0.3 + next() * 0.55 : 0.1 + next() * 0.24).toFixed(2)
    const light = `hsl(${hue.toFixed(0)} 92% ${(62 + next() * 16).toFixed(0)}% / ${alpha})`
    return `<i style="left:${x.toFixed(0)}px;top:${y.toFixed(0)}px;width:${size.toFixed(0)}px;height:${size.toFixed(0)}px;background:radial-gradient(circle,${light} 55%,transparent 72%);filter:blur(${(far ? 1.2 : 4).toFixed(1)}px)"></i>`
  })
  return `<style>
    body { margin: 0; width: 1920px; height: 1080px; position: relative; overflow: hidden;
      background:
        radial-gradient(900px 520px at 74% 92%, #d98a4666, transparent 70%),
        radial-gradient(1200px 700px at 88% 30%, #34406b99, transparent 75%),
        linear-gradient(178deg, #0b1022 0%, #1b1f3a 38%, #4a2f3f 66%, #7d4733 82%, #2a1713 100%) }
    i { position: absolute; border-radius: 50%; mix-blend-mode: screen }
    b { position: absolute; bottom: 0; width: 100%; height: 210px;
      background: linear-gradient(180deg, transparent, #0a0608 70%) }
  </style>${lights.join('')}<b></b>`
}
