import { deliveryOf, type Delivery } from './web-push.ts'

const deadlineMs = 8000

/** Sends a message to the phone app by the push gateway of the settings, which hands it to FCM:
 *  POST { to, title, text, url, tag } with a bearer token. 404 and 410: the device token is not
 *  valid any more. */
export async function sendAppPush(
  { url, token }: { url: string; token: string },
  deviceToken: string,
  message: { title: string; text: string; url: string; tag: string },
): Promise<Delivery> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to: deviceToken, ...message }),
      // A redirect must not receive the token.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    await answer.body?.cancel()
    return deliveryOf(answer)
  } catch (error) {
    return { kind: 'retry', afterSeconds: null, because: String(error) }
  }
}
