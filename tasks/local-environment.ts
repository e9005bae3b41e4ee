import { paymentSettingNames } from '../product-api/payments/configure-payments.ts'
import { localAccounts, seedAccounts } from './local-accounts.ts'
import { prepareDatabase } from './local-content.ts'
import { emulatorNames, paymentEmulators, startEmulators } from './local-emulators.ts'
import { localSecrets } from './local-secrets.ts'
import { environmentSettings, localStatePath, siteSettings } from './local-workers.ts'
import { checkPortIsFree } from './ports.ts'
import { step } from './task.ts'

/** The port of the site; the emulators listen on the ports after it. */
export const localPort = () => Number(process.env.PORT || 8787)

/** The port of the desk, after those of the emulators. */
export const localDeskPort = (port: number) => port + emulatorNames.length + 1

/** Errors: TaskError where the site's port, an emulator's or the desk's is in use. */
export async function checkLocalPorts(port: number) {
  for (const offset of [0, ...emulatorNames.map((_, index) => index + 1)])
    await checkPortIsFree(port + offset)
  await checkPortIsFree(localDeskPort(port))
}

/** What `npm start` and `npm run dev` have in common: the local database with the content and two
 *  demo accounts, the emulators, and with them the bindings of both Workers. Settings of the
 *  environment come first, so that a provider's sandbox can replace its emulator. */
export async function prepareLocalEnvironment(port: number) {
  await step('Preparing the database', async () => {
    await prepareDatabase(localStatePath)
    await seedAccounts(localStatePath)
  })
  const emulators = await step('Starting the emulators', () => startEmulators(port, localStatePath))
  const { SESSION_KEYS, JWT_SECRETS, DESK_KEYS } = localSecrets(localStatePath)
  return {
    bindings: {
      site: { ...siteSettings(), SESSION_KEYS, ...emulators.bindings.site },
      productApi: {
        JWT_SECRETS,
        ...emulators.bindings.productApi,
        ...environmentSettings(paymentSettingNames),
      },
      desk: { DESK_KEYS },
    },
    urls: emulators.urls,
    stop: emulators.stop,
  }
}

export type LocalEnvironment = Awaited<ReturnType<typeof prepareLocalEnvironment>>

export function printAddresses(port: number, { urls }: LocalEnvironment, extraLines = '') {
  const { free, premium } = localAccounts
  const payments = paymentEmulators.map(({ id, name }) => `${name} ${urls[id]}`)
  console.log(`
  Abhyasa is at http://localhost:${port}  (Ctrl+C stops it and keeps the data)

  Sign in as   ${free.email}     ${free.password}     (free)
               ${premium.email}  ${premium.password}  (premium)
  SMS and mail that are sent: ${urls.messages}
  Emulators: ${[`Google ${urls.google}`, ...payments].join(', ')}
${extraLines}`)
}

/** Stops everything when the process receives a signal to end. */
export function stopOnSignal(...stops: readonly (() => Promise<void>)[]) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(
      signal,
      () => void Promise.all(stops.map((stop) => stop())).finally(() => process.exit(0)),
    )
}
