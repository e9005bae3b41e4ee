import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for localhost that lives as long as the run. `trusting`: what makes Chromium take it for a good one; where it is only
 *  waved through, nothing is kept in the browser's cache, and there are no service workers. */
export function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ].concat(['-subj', '/CN=localhost', '-keyout', key, '-out', cert]),
    { stdio: 'ignore' },
  )
  const publicKey = createPublicKey(readFileSync(cert)).export({ type: 'spki', format: 'der' })
  const digest = createHash('sha256').update(publicKey).digest('base64')
  return {
    ...{ key: readFileSync(key), cert: readFileSync(cert) },
    trusting: `--ignore-certificate-errors-spki-list=${digest}`,
  }
}
