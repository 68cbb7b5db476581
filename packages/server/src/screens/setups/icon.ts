import sharp from 'sharp'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#070c16"/>
<rect x="96" y="136" width="320" height="200" rx="20" fill="#101828" stroke="#2a3346" stroke-width="12"/>
<rect x="120" y="160" width="272" height="152" rx="6" fill="#639ff7"/><path d="M216 376h80l14 24H202Z" fill="#2a3346"/></svg>`

const drawn = new Map<number, Promise<Buffer>>()

/** The app's icon as a PNG of this size, because TVs don't support SVG. */
export function icon(size: number): Promise<Buffer> {
  const known =
    drawn.get(size) ?? sharp(Buffer.from(ICON), { density: 144 }).resize(size, size).png().toBuffer()
  drawn.set(size, known)
  return known
}
