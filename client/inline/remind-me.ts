/** Asks for a reminder at the place of its event (src/ui/remind-me.tsx). At the first tap it asks
 *  the browser's permission, which has to come from the tap itself, and loads client/reminders.ts,
 *  which subscribes this device and submits the form. Where the browser has no push messages the
 *  form is submitted as it is. Opened from a reminder, it offers to end its kind. */
customElements.define(
  'remind-me',
  class extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form')!
      if (this.hasAttribute('now')) return form.submit()
      const end = this.querySelector<HTMLElement>('[data-end]')
      const token = /^#reminder=([\w.-]+)$/.exec(location.hash)?.[1]
      if (token && end) {
        end.querySelector<HTMLInputElement>('[name=token]')!.value = token
        end.hidden = false
        form.hidden = true
        return
      }
      form.addEventListener('submit', (event) => {
        if (!this.hasAttribute('vapid') || !('PushManager' in window)) return
        event.preventDefault()
        const permission = Notification.requestPermission()
        import(this.getAttribute('src')!)
          .then((module: { subscribe: (...of: unknown[]) => Promise<void> }) =>
            module.subscribe(this, permission),
          )
          .catch(() => {
            const alert = this.querySelector<HTMLElement>('[role=alert]')!
            alert.hidden = false
            alert.textContent = this.getAttribute('failed')
          })
      })
    }
  },
)
