import { X509Certificate } from 'node:crypto'
import * as tls from 'node:tls'
import { StartError } from '#lib/env.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** The first byte of every certificate and key in binary form (an ASN.1 sequence). */
const SEQUENCE = 0x30

/** The certificates in a PEM file, in its order. Throws a StartError if there is none. */
export function certificatesIn(file: Buffer): [X509Certificate, ...X509Certificate[]] {
  refuseBinary('TLS_CERT', file, 'openssl x509 -inform der -in FILE -out FILE.pem')
  try {
    const [first, ...others] = file.toString('latin1').match(BLOCK) ?? [file]
    return [new X509Certificate(first), ...others.map((block) => new X509Certificate(block))]
  } catch (error) {
    throw new StartError(`TLS_CERT is not a certificate in PEM form: ${(error as Error).message}.`)
  }
}

export function refuseBinary(setting: 'TLS_CERT' | 'TLS_KEY', file: Buffer, conversion: string): void {
  if (file[0] === SEQUENCE)
    throw new StartError(
      `The file of ${setting} is in binary form (DER or PKCS #12), not in PEM form. Convert a DER file with: ${conversion}.`,
    )
}

/**
 * What keeps browsers and screens from trusting a certificate although this machine can use it; null if nothing does.
 * Each certificate must have been issued by the next one, and the last by an authority that they know.
 */
export function chainProblem([leaf, ...rest]: readonly [X509Certificate, ...X509Certificate[]]):
  | string
  | null {
  let last = leaf
  for (const [index, next] of rest.entries()) {
    if (isIssuedBy(last, last)) return null
    if (!isIssuedBy(last, next))
      return rest.slice(index + 1).some((other) => isIssuedBy(last, other))
        ? `TLS_CERT has its certificates in the wrong order: after that of ${nameOf(last.subject)} must come that of ${nameOf(last.issuer)}, which issued it.`
        : missing(last)
    last = next
  }
  const isKnown = isIssuedBy(last, last) || authorities().some((each) => isIssuedBy(last, each))
  return isKnown ? null : missing(last)
}

const missing = ({ issuer }: X509Certificate) =>
  `TLS_CERT lacks the certificate of ${nameOf(issuer)}, which this machine doesn't know. If it is an intermediate certificate, append it to the file, or browsers and screens refuse to connect. If it is your own authority, which they know, append it, too.`

const isIssuedBy = (one: X509Certificate, other: X509Certificate): boolean =>
  one.checkIssued(other) && one.verify(other.publicKey)

const nameOf = (name: string): string => /^(?:CN|O)=(.*)$/m.exec(name)?.[1] ?? name

/** Those of Node, with NODE_EXTRA_CA_CERTS where Node can tell. */
const authorities = (): X509Certificate[] =>
  [...(tls.getCACertificates?.('default') ?? tls.rootCertificates)].map((pem) => new X509Certificate(pem))
