import { paymentSettingNames } from '../product-api/payments/settings.ts'
import { buildIfChanged } from './build-site.ts'
import { localAccounts, seedAccounts } from './local-accounts.ts'
import { prepareDatabase } from './local-content.ts'
import { localSecrets, startEmulators } from './local-emulators.ts'
import { checkPortIsFree, startWorkers, statePath } from './local-workers.ts'
import { step, task } from './step.ts'

await task(async () => {
  const port = Number(process.env.PORT || 8787)
  // The site, and beside it the stand-ins: SMS and mail gateways, Google, PayPal, PhonePe.
  for (const one of [0, 1, 2, 3, 4]) await checkPortIsFree(port + one)
  await buildIfChanged()
  await step('Preparing the database', async () => {
    await prepareDatabase(statePath)
    await seedAccounts(statePath)
  })
  const emulators = await step('Starting the stand-ins', () => startEmulators(port, statePath))
  const { SESSION_KEYS, JWT_SECRETS } = localSecrets(statePath)
  const { url, stop } = await step('Starting the site and the product API', () =>
    startWorkers({
      port,
      bindings: { SESSION_KEYS, ...emulators.bindings.site },
      productApiBindings: { JWT_SECRETS, ...emulators.bindings.productApi, ...givenSettings() },
    }),
  )
  const { free, premium } = localAccounts
  console.log(`
  Abhyasa is at http://localhost:${new URL(url).port}  (Ctrl+C stops it; the data stays)

  Sign in as   ${free.email}     ${free.password}     (free)
               ${premium.email}  ${premium.password}  (premium)
  SMS and mail that are sent: ${emulators.urls.messages}
  Stand-ins: Google ${emulators.urls.google}, PayPal ${emulators.urls.paypal}, PhonePe ${emulators.urls.phonepe}
`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(
      signal,
      () => void Promise.all([stop(), emulators.stop()]).then(() => process.exit(0)),
    )
})

/** A developer may try a provider's sandbox instead of its stand-in. */
function givenSettings(): Record<string, string> {
  const given = paymentSettingNames.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(
    given.filter((entry): entry is [(typeof entry)[0], string] => !!entry[1]),
  )
}
