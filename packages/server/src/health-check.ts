import http from 'node:http'
import https from 'node:https'

// The container's health check: exit code 0 while the server responds. It imports nothing else, because it runs every
// half minute.
const { HOST = '', PORT = '', TLS_CERT } = process.env
const isEverywhere = HOST === '' || HOST === '0.0.0.0' || HOST === '::'

const request = (TLS_CERT ? https : http).get(
  {
    host: isEverywhere ? '127.0.0.1' : HOST,
    port: Number(PORT || 8080),
    path: '/api/health',
    timeout: 5000,
    // The certificate is for the server's public name.
    rejectUnauthorized: false,
  },
  (answer) => {
    answer.resume()
    answer.on('end', () => process.exit(answer.statusCode === 200 ? 0 : 1))
  },
)
request.on('timeout', () => request.destroy(new Error('The server did not respond within 5 seconds')))
request.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
