import { beforeEach, describe, expect, it, vi } from 'vitest'
import { decryptMessage, newDevice } from '../../emulators/push/device.ts'
import { emulatorVapidKeys } from '../../emulators/push/keys.ts'
import { pushService } from '../../emulators/push/push.ts'
import { sendWebPush } from '../../product-api/reminders/web-push.ts'

const origin = 'https://push.test'
const sent: Request[] = []
beforeEach(() => {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const request = new Request(input, init)
    sent.push(request.clone() as Request)
    return Promise.resolve(pushService.fetch(request))
  })
})

const ask = async (path: string, init?: RequestInit) =>
  (await pushService.fetch(new Request(origin + path, init))).json<Record<string, unknown>>()

async function subscribed() {
  const body = JSON.stringify({ vapidKey: emulatorVapidKeys.publicKey })
  const answer = await ask('/devices', { method: 'POST', body })
  const { endpoint, keys } = answer as { endpoint: string; keys: { p256dh: string; auth: string } }
  return { id: '1', user_agent: '', created_at: '', endpoint, ...keys }
}

const message = { title: 'ಕನ್ನಡ', body: 'x'.repeat(100) }
const options = { ttlSeconds: 60, topic: 'cards' }

describe('the stand-in for push services', () => {
  it('decrypts what the product API encrypts, and lists it by device', async () => {
    const device = await subscribed()
    const delivery = await sendWebPush(device, emulatorVapidKeys, message, options)
    expect(delivery).toEqual({ kind: 'accepted' })
    const path = `/messages.json?endpoint=${encodeURIComponent(device.endpoint)}`
    expect(await ask(path)).toMatchObject([{ message, ttl: 60, topic: 'cards' }])
  })

  it('refuses messages without TTL, of another encoding, too long or replayed', async () => {
    const [device, other] = [await subscribed(), await subscribed()]
    await sendWebPush(device, emulatorVapidKeys, message, options)
    const [request] = sent
    const body = await request!.arrayBuffer()
    const again = async (endpoint: string, headers: Record<string, string>, bytes = body) => {
      const all = { ...Object.fromEntries(request!.headers), ...headers }
      const init = { method: 'POST', headers: all, body: bytes }
      return (await pushService.fetch(new Request(endpoint, init))).status
    }
    expect(await again(device.endpoint, {})).toBe(201)
    expect(await again(device.endpoint, { ttl: 'soon' })).toBe(400)
    expect(await again(device.endpoint, { topic: 'x'.repeat(33) })).toBe(400)
    expect(await again(device.endpoint, { 'content-encoding': 'aesgcm' })).toBe(415)
    expect(await again(device.endpoint, {}, new ArrayBuffer(4097))).toBe(413)
    expect(await again(device.endpoint, { authorization: 'vapid' })).toBe(401)
    expect(await again(other.endpoint, {})).toBe(400)
    expect(await again(device.endpoint.replace('push.test', 'other.test'), {})).toBe(403)
  })

  it('refuses a token of another key', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      ...(['sign', 'verify'] as const),
    ])
    const { d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
    const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
    const keys = {
      ...emulatorVapidKeys,
      ...{ privateKey: d!, publicKey: encode(new Uint8Array(raw)) },
    }
    const device = await subscribed()
    const delivery = await sendWebPush(device, keys, message, options)
    expect(delivery).toEqual({ kind: 'refused', because: 'status 403' })
    const [request] = sent
    const signed = request!.headers.get('authorization')!
    const forged = signed.replace(/k=.*/, `k=${emulatorVapidKeys.publicKey}`)
    const headers = { ...Object.fromEntries(request!.headers), authorization: forged }
    const init = { method: 'POST', headers, body: await request!.arrayBuffer() }
    const answer = await pushService.fetch(new Request(device.endpoint, init))
    expect([answer.status, await answer.text()]).toEqual([
      ...[403, expect.stringContaining('the token is not valid')],
    ])
  })

  it('decrypts the example of RFC 8291, appendix A', async () => {
    const raw =
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const publicKey = bytes(raw)
    const own = {
      ...{ kty: 'EC', crv: 'P-256', d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94' },
      x: encode(publicKey.slice(1, 33)),
      y: encode(publicKey.slice(33)),
    }
    const privateKey = await crypto.subtle.importKey(
      ...(['jwk', own, { name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']] as const),
    )
    const body = bytes(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
        'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
        'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
    const device = { ...(await newDevice()), privateKey, publicKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
    expect(await decryptMessage(device, body.buffer)).toBe(
      'When I grow up, I want to be a watermelon',
    )
  })
})

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
