// What the service worker does with reminders. It is small because the worker is.

/** The members of a service worker's global scope that lib.dom lacks. */
declare const self: {
  clients: { openWindow: (url: string) => Promise<unknown> }
  registration: ServiceWorkerRegistration
}

/** What the product API sends (product-api/reminders/send-reminders.ts). `end`: the token that ends
 *  this kind, and the label of its button. */
type Reminder = {
  title: string
  body: string
  url: string
  tag: string
  lang: string
  end: string
  endLabel: string
}

/** Shows a reminder. A later one of its kind replaces it. */
export function showReminder(data: unknown): Promise<void> {
  const { title, body, url, tag, lang, end, endLabel } = data as Reminder
  const options = { body, tag, lang, icon: '/icons/any-192.png', badge: '/icons/badge-96.png' }
  return self.registration.showNotification(title, {
    ...options,
    data: { url, end },
    actions: [{ action: 'end', title: endLabel }],
  } as NotificationOptions)
}

/** A tap on the reminder opens its page, which offers to end the kind; a tap on the button ends it
 *  without a page. */
export function openReminder({
  action,
  notification,
}: {
  action: string
  notification: Notification
}): Promise<unknown> {
  const { url, end } = notification.data as { url: string; end: string }
  notification.close()
  if (action !== 'end') return self.clients.openWindow(`${url}#reminder=${end}`)
  return fetch('/reminders/end', { method: 'POST', body: new URLSearchParams({ token: end }) })
}

/** The browser has ended the device's subscription: a new one takes its place. */
export async function renewDevice(former: PushSubscription | null | undefined): Promise<void> {
  if (!former) return
  const device = await self.registration.pushManager.subscribe(former.options)
  const body = new URLSearchParams({ device: JSON.stringify(device), former: former.endpoint })
  await fetch('/reminders/device', { method: 'POST', body })
}
