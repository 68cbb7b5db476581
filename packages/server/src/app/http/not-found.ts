import type { FastifyInstance } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { STYLED } from '#lib/http/closed-policy.ts'

/** The exact text of the console's own page. */
const SENTENCE =
  'The page you are looking for might have been removed had its name changed or is temporarily unavailable.'

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>404 · Vitrine</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { box-sizing: border-box; margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 2rem }
main { max-width: 32rem } h1 { margin: 0; font-size: 3rem } a { color: inherit }
</style></head>
<body><main><h1>404</h1><p>${SENTENCE}</p><p><a href="/">Vitrine</a></p></main></body></html>`

/** Handles unknown paths: an HTML page for pages, an error body for everything else. */
export function answerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(async ({ url, method, headers }, reply) => {
    reply.code(404).header('Cache-Control', 'no-store')
    const isPage = method === 'GET' && !/^\/+api(\/|\?|$)/.test(url) && headers.accept?.includes('text/html')
    if (!isPage) return reply.send(new AppError('NOT_FOUND', 'Route not found').body)
    return reply.header('Content-Security-Policy', STYLED).type('text/html; charset=utf-8').send(PAGE)
  })
}
