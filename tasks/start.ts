import { buildIfChanged } from './build-site.ts'
import {
  checkLocalPorts,
  localDeskPort,
  localPort,
  prepareLocalEnvironment,
  printAddresses,
  stopOnSignal,
} from './local-environment.ts'
import { startWorkers } from './local-workers.ts'
import { runTask, step } from './task.ts'

await runTask(async () => {
  const port = localPort()
  await checkLocalPorts(port)
  await buildIfChanged()
  const environment = await prepareLocalEnvironment(port)
  const workers = await step('Starting the site, the product API and the desk', () =>
    startWorkers({
      port,
      bindings: environment.bindings.site,
      productApiBindings: environment.bindings.productApi,
      desk: { port: localDeskPort(port), bindings: environment.bindings.desk },
    }),
  )
  // The commands find the desk and the emulators by the same variable.
  const commandsPort = process.env.PORT ? `PORT=${port} ` : ''
  printAddresses(
    port,
    environment,
    `  Desk: http://localhost:${localDeskPort(port)}; who works there is invited by\n` +
      `  ${commandsPort}npm run desk:invite -- --name NAME --role owner\n`,
  )
  stopOnSignal(workers.stop, environment.stop)
})
