import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'

export interface Certificate {
  cert: Buffer
  key: Buffer
  /** The hash of its public key, as `--ignore-certificate-errors-spki-list` takes it. */
  spki: string
}

/** A self-signed certificate of a host. */
export function selfSigned(host: string): Certificate {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-certificate-'))
  try {
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
    const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2']
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', '-nodes', ...subject, ...made], { stdio: 'ignore' })
    const der = createPublicKey(readFileSync(cert)).export({ type: 'spki', format: 'der' })
    return {
      cert: readFileSync(cert),
      key: readFileSync(key),
      spki: createHash('sha256').update(der).digest('base64'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A proxy that ends TLS in front of a port of this machine. The port to pass to can be set later. */
export async function httpsFront({ cert, key }: Certificate, port = 0) {
  const target = { port: 0 }
  const open = new Set<Socket>()
  const server = createServer({ cert, key }, (socket) => {
    const onward = connect(target.port, '127.0.0.1')
    for (const each of [socket, onward]) {
      open.add(each)
      each.on('error', () => undefined)
      each.on('close', () => {
        open.delete(each)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    relayTo(next: number) {
      target.port = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const each of open) each.destroy()
      }),
  }
}
