import { X509Certificate, type KeyObject } from 'node:crypto'

/** A certificate that is trusted: its key, and the time in which its whole chain is valid. */
export type TrustedCertificate = { key: KeyObject; fromMs: number; untilMs: number }

const maxCertificates = 6

const pemPattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(pemPattern) ?? []).slice(0, maxCertificates).map((one) => new X509Certificate(one))

/** The first certificate of a PEM text, if it is issued to one of `names` and a chain of
 *  certificates in the text leads to one of `roots` (PEM). Null if not. Errors: throws for what is
 *  no certificate. */
export function trustedCertificate(
  pem: string,
  { names, roots }: { names: readonly string[]; roots: string },
): TrustedCertificate | null {
  const [first, ...others] = certificatesIn(pem)
  if (!first || !names.includes(commonNameOf(first))) return null
  const anchors = certificatesIn(roots)
  const chain = [first]
  for (let current = first; chain.length <= maxCertificates;) {
    const anchor = issuerOf(current, anchors)
    if (anchor) return { key: first.publicKey, ...validityOf([...chain, anchor]) }
    const issuer = issuerOf(current, others)
    if (!issuer || chain.includes(issuer)) return null
    chain.push(issuer)
    current = issuer
  }
  return null
}

/** The authority among `candidates` that has signed a certificate. */
const issuerOf = (certificate: X509Certificate, candidates: readonly X509Certificate[]) =>
  candidates.find(
    (one) => one.ca && certificate.checkIssued(one) && certificate.verify(one.publicKey),
  )

const commonNameOf = ({ subject }: X509Certificate): string =>
  /(?:^|\n)CN=([^\n]+)/.exec(subject)?.[1] ?? ''

const validityOf = (chain: readonly X509Certificate[]) => ({
  fromMs: Math.max(...chain.map(({ validFrom }) => Date.parse(validFrom))),
  untilMs: Math.min(...chain.map(({ validTo }) => Date.parse(validTo))),
})
