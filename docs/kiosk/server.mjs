// A page that opens Vitrine's cards, as a link and in a frame. See README.md in this folder.
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const {
  CONSOLE_URL = 'http://localhost:8080',
  ORGANIZATION_ID = '',
  USER_ID = '',
  KIOSK_KEY = '',
  PORT = '9900',
  // As browsers write this page's origin. It must be among the allowed ones.
  ORIGIN = `http://localhost:${PORT}`,
} = process.env

const base64url = (text) => Buffer.from(text).toString('base64url')

/** One code for one click, good for less than a minute. */
function kioskCode() {
  const payload = base64url(
    JSON.stringify({
      organizationId: ORGANIZATION_ID,
      userId: USER_ID,
      origin: ORIGIN,
      exp: Math.floor(Date.now() / 1000) + 50,
      nonce: randomUUID(),
    }),
  )
  return `${payload}.${createHmac('sha256', KIOSK_KEY).update(payload).digest('base64url')}`
}

const page = readFileSync(new URL('page.html', import.meta.url), 'utf8')

createServer((request, response) => {
  // Who may see this page may use the kiosk: ask for your own sign-in here.
  const { pathname } = new URL(request.url ?? '/', ORIGIN)
  const entry = (query) => `${CONSOLE_URL}/${query}#/auth/auth-redirect?code=${kioskCode()}`
  if (pathname === '/') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  } else if (pathname === '/open') {
    // Made at the click, because a code does not wait. The browser still tells the page that the link was on.
    response.writeHead(302, { Location: entry(''), 'Cache-Control': 'no-store' })
    response.end()
  } else if (pathname === '/frame') {
    response.writeHead(302, {
      Location: entry(`?kiosk=${ORGANIZATION_ID}`),
      'Cache-Control': 'no-store',
    })
    response.end()
  } else {
    response.writeHead(404)
    response.end('Not found')
  }
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`Open ${ORIGIN}/\n`))
