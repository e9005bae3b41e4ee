import { createServer } from 'vite'
import { viteConfig } from '../vite.config.ts'
import { parseArguments } from './arguments.ts'
import {
  checkLocalPorts,
  localPort,
  prepareLocalEnvironment,
  printAddresses,
  stopOnSignal,
} from './local-environment.ts'
import { firstFreePort } from './ports.ts'
import { runTask, step } from './task.ts'

const usage = `npm run dev -- [--inspect-port 9229]

  The local site as npm start runs it, built in memory: the next request after a change of src/,
  client/, domain/, product-api/ or locales/ is answered by the new code. DevTools attach to both
  Workers at --inspect-port, or at the first free port from 9229.`

await runTask(async () => {
  const { values } = parseArguments(usage, {
    options: { 'inspect-port': { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage)
  const port = localPort()
  await checkLocalPorts(port)
  const inspectorPort = Number(values['inspect-port'] ?? (await firstFreePort(9229)))
  const environment = await prepareLocalEnvironment(port)
  const server = await step('Starting the development server', async () => {
    const server = await createServer({
      ...viteConfig({ port, bindings: environment.bindings, inspectorPort }),
      configFile: false,
    })
    return server.listen()
  })
  printAddresses(
    port,
    environment,
    `  Inspector: http://127.0.0.1:${inspectorPort}/json (for chrome://inspect or an editor)\n`,
  )
  stopOnSignal(() => server.close(), environment.stop)
})
