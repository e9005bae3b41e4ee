import { buildIfChanged } from './build-site.ts'
import {
  checkLocalPorts,
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
  const workers = await step('Starting the site and the product API', () =>
    startWorkers({
      port,
      bindings: environment.bindings.site,
      productApiBindings: environment.bindings.productApi,
    }),
  )
  printAddresses(port, environment)
  stopOnSignal(workers.stop, environment.stop)
})
