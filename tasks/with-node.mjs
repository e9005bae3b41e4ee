// Starts every npm script. Needs only Node 20.11 and npm: installs the packages where
// package-lock.json changed, then runs on the Node 24 that comes with them, which wrangler and
// vite need.
//   node tasks/with-node.mjs start …         runs tasks/start.ts
//   node tasks/with-node.mjs exec eslint …   runs a program of the packages
import { createHash } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

const [task, ...args] = process.argv.slice(2)
const root = resolve(import.meta.dirname, '..')
process.chdir(root)

const stop = (sentence) => {
  console.error(`\n✗ ${sentence}`)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11))
  stop(`Node ${process.versions.node} is too old; install Node 20.11 or newer.`)

const digestFile = 'node_modules/.installed'
const digest = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const isInstalled = existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest
if (!isInstalled) {
  // On stderr: a command's output may be read by another program.
  console.error('▸ Installing packages (once; about half a minute, 650 MB) …')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['inherit', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  if (npm.error) stop('npm was not found; install Node with npm and try again.')
  if (npm.status !== 0)
    stop(
      'Installing the packages failed (see above); check the network and the disk, then try again.',
    )
  writeFileSync(digestFile, digest)
}

const node = ['node_modules/node/bin/node', 'node_modules/node/bin/node.exe']
  .map((path) => resolve(path))
  .find(existsSync)
if (!node) stop('The packages are incomplete; delete the folder node_modules and try again.')

const isProgram = task === 'exec'
const [file, ...rest] = isProgram ? args : [node, resolve(root, 'tasks', `${task}.ts`), ...args]
const child = spawn(file, rest, {
  stdio: 'inherit',
  shell: isProgram && process.platform === 'win32',
  env: {
    ...process.env,
    PATH: [resolve('node_modules/.bin'), resolve('node_modules/node/bin'), process.env.PATH].join(
      delimiter,
    ),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_WRITE_LOGS: 'false',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)))
