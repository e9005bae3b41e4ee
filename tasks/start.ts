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
  printAddresses(
    port,
    environment,
    `  Desk: http://localhost:${localDeskPort(port)}; who works there is invited by\n` +
      '  npm run desk:invite -- --name NAME --role owner\n',
  )
  stopOnSignal(workers.stop, environment.stop)
})
