import { newAuthenticator } from './authenticator.ts'
import { call, newMember } from './emulated-product-api.ts'

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string }

async function newCredential() {
  const { jwt } = await newMember()
  const device = await newAuthenticator('https://abhyasa.test')
  const options: unknown = await call('POST', '/api/passkeys/options', { jwt })
  return { jwt, device, credential: await device.create(options as CreationOptions) }
}

async function memberWithPasskey() {
  const { jwt, device, credential } = await newCredential()
  await call('POST', '/api/passkeys', { jwt, body: { credential } })
  return { jwt, device }
}

/** Requests about passkeys, by operationId. */
export const passkeyExamples = {
  signInByPasskey: async () => {
    const { device } = await memberWithPasskey()
    const options: unknown = await call('POST', '/api/auth/passkey/options')
    return { body: { credential: await device.get(options as RequestOptions) } }
  },
  addPasskey: async () => {
    const { jwt, credential } = await newCredential()
    return { jwt, body: { credential } }
  },
  removePasskey: async () => {
    const { jwt, device } = await memberWithPasskey()
    return { jwt, path: { id: device.id } }
  },
}
