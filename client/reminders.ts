import { registerWorker } from './device/offline/register-worker.ts'

// Subscribes this browser to reminders. Loaded at the first tap on a button of
// src/ui/remind-me.tsx.

/** Stores the subscription in the element's form and submits it. Where the reader or the browser
 *  says no, the element says so, and nothing is sent. Rejects where the push service is not
 *  reached. */
export async function subscribe(
  element: HTMLElement,
  permission: Promise<NotificationPermission>,
): Promise<void> {
  const alert = element.querySelector<HTMLElement>('[role=alert]')!
  alert.hidden = true
  if ((await permission) !== 'granted') {
    alert.hidden = false
    alert.textContent = element.getAttribute('denied')
    return
  }
  if (!(await registerWorker())) throw new Error('no service worker')
  const { pushManager } = await navigator.serviceWorker.ready
  const device = await subscription(pushManager, bytesOf(element.getAttribute('vapid')!))
  const form = element.querySelector('form')!
  form.querySelector<HTMLInputElement>('[name=device]')!.value = JSON.stringify(device)
  form.submit()
}

/** A subscription under another key, of before the site's was replaced, has to be ended first. */
async function subscription(manager: PushManager, applicationServerKey: BufferSource) {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    const former = await manager.getSubscription()
    if (!former) throw error
    await former.unsubscribe()
    return manager.subscribe(options)
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
