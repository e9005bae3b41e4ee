// The way into every task: needs nothing but Node 20 and npm. Installs what is missing, and only then; runs the task
// on the newer Node that comes with the packages, because wrangler and vite need it.
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

const stamp = 'node_modules/.installed'
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
if (!isInstalled) {
  console.log('▸ Installing packages (once; about half a minute, 650 MB) …')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (npm.error) stop('npm was not found; install Node with npm and try again.')
  if (npm.status !== 0)
    stop(
      'Installing the packages failed (see above); check the network and the disk, then try again.',
    )
  writeFileSync(stamp, wanted)
}

const node = ['node_modules/node/bin/node', 'node_modules/node/bin/node.exe']
  .map((path) => resolve(path))
  .find(existsSync)
if (!node) stop('The packages are incomplete; delete the folder node_modules and try again.')

const child = spawn(node, [resolve(root, 'tasks', `${task}.ts`), ...args], {
  stdio: 'inherit',
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
