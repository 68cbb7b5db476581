import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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

/** A certificate of `name`, issued by the named one in the same folder, or by none if the names are equal; `isAuthority`: it can issue others. */
export function issueCertificate(folder: string, name: string, issuer = name, isAuthority = true): void {
  const file = (of: string, kind: string) => path.join(folder, `${of}.${kind}`)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', ...curve, '-subj', `/CN=${name}`, '-keyout', file(name, 'key'), '-out', file(name, 'csr'))
  writeFileSync(file(name, 'ext'), `basicConstraints=CA:${String(isAuthority).toUpperCase()}`)
  const by =
    issuer === name
      ? ['-signkey', file(name, 'key')]
      : ['-CA', file(issuer, 'crt'), '-CAkey', file(issuer, 'key'), '-CAcreateserial']
  openssl(
    'x509',
    '-req',
    '-in',
    file(name, 'csr'),
    ...by,
    '-days',
    '30',
    '-extfile',
    file(name, 'ext'),
    '-out',
    file(name, 'crt'),
  )
}
