// Encodes an X.509 certificate, because workerd has no API for it. A key that is generated at run
// time keeps private keys out of the repository.

type Party = { name: string; pair: CryptoKeyPair }

/** A certificate in PEM for a subject with an RSA key pair, signed by its issuer
 *  (RSASSA-PKCS1-v1_5, SHA-256), valid for ten years. isAuthority: it may sign others. */
export async function issueCertificate({
  subject,
  issuer,
  isAuthority,
  validFromMs,
}: {
  subject: Party
  issuer: Party
  isAuthority: boolean
  validFromMs: number
}) {
  const publicKey = new Uint8Array(
    (await crypto.subtle.exportKey('spki', subject.pair.publicKey)) as ArrayBuffer,
  )
  const tenYearsMs = 10 * 365 * 86_400_000
  const content = sequence(
    version3,
    integer(crypto.getRandomValues(new Uint8Array(8))),
    sha256WithRsa,
    distinguishedName(issuer.name),
    sequence(utcTime(validFromMs - 86_400_000), utcTime(validFromMs + tenYearsMs)),
    distinguishedName(subject.name),
    publicKey,
    ...(isAuthority ? [basicConstraintsOfAuthority()] : []),
  )
  const signature = await crypto.subtle.sign(signing, issuer.pair.privateKey, content)
  return pem(sequence(content, sha256WithRsa, bits(new Uint8Array(signature))))
}

const signing = 'RSASSA-PKCS1-v1_5'

/** One DER value: tag, length, content. */
function der(tag: number, ...contents: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, content) => sum + content.length, 0)
  const lengthBytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.from([tag, ...lengthBytes, ...contents.flatMap((content) => [...content])])
}

const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents)
const bits = (content: Uint8Array) => der(0x03, Uint8Array.of(0), content)
const ascii = (text: string) => new TextEncoder().encode(text)

const version3 = der(0xa0, der(0x02, Uint8Array.of(2)))

/** The critical extension 2.5.29.19 that makes a certificate an authority's. */
const basicConstraintsOfAuthority = () =>
  der(
    0xa3,
    sequence(
      sequence(
        der(0x06, Uint8Array.of(0x55, 0x1d, 0x13)),
        der(0x01, Uint8Array.of(0xff)),
        der(0x04, sequence(der(0x01, Uint8Array.of(0xff)))),
      ),
    ),
  )

/** A serial number must be positive and without a superfluous leading zero byte, so the first byte
 *  is made 0x40 to 0x7f. */
const integer = (content: Uint8Array) =>
  der(0x02, content.with(0, ((content[0] ?? 0) & 0x7f) | 0x40))

/** YYMMDDHHMMSSZ; valid until 2049. */
const utcTime = (ms: number) =>
  der(0x17, ascii(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

/** 1.2.840.113549.1.1.11, with no parameters. */
const sha256WithRsa = sequence(
  der(0x06, Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b)),
  der(0x05),
)

/** A name with a CN (2.5.4.3) only. */
const distinguishedName = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Uint8Array.of(0x55, 0x04, 0x03)), der(0x0c, ascii(name)))))

function pem(bytes: Uint8Array) {
  const base64 = btoa(String.fromCharCode(...bytes))
  const lines = base64.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
