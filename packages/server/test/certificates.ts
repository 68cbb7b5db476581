import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Creates a certificate for 127.0.0.1 that expires after this many days, with its key, as files in `folder`. */
export function makeCertificate(folder: string, name: string, days: number): { cert: string; key: string } {
  const [cert, key] = [path.join(folder, `${name}.crt`), path.join(folder, `${name}.key`)]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', String(days), ...subject, ...made], {
    stdio: 'ignore',
  })
  return { cert, key }
}
