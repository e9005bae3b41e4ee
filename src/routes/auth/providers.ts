import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { authUrl } from './next-auth-protocol.ts'

export type Provider = {
  id: 'credentials' | 'phone' | 'google'
  name: string
  type: 'credentials' | 'oauth'
}

const credentials: Provider = { id: 'credentials', name: 'E-mail', type: 'credentials' }
const phone: Provider = { id: 'phone', name: 'Phone', type: 'credentials' }
const google: Provider = { id: 'google', name: 'Google', type: 'oauth' }

/** The sign-in providers available to this reader. Google needs settings of the operator, and
 *  refuses to work in the app's web view. */
export const providers = (c: Context<AppEnv>): readonly Provider[] =>
  c.var.config.google && !c.var.page.isInApp ? [credentials, phone, google] : [credentials, phone]

export const providerList = (c: Context<AppEnv>) =>
  Object.fromEntries(
    providers(c).map((provider) => [
      provider.id,
      {
        ...provider,
        signinUrl: authUrl(c, `signin/${provider.id}`),
        callbackUrl: authUrl(c, `callback/${provider.id}`),
      },
    ]),
  )
