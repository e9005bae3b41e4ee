// Keeps the next days of the reader's study plan on this device, for the home page.
const days = document.querySelector<HTMLElement>('[data-days]')?.dataset.days
try {
  const key = 'abhyasa.today.plan'
  if (days === undefined) localStorage.removeItem(key)
  else {
    localStorage.setItem(key, `{"version":1,"days":${days}}`)
    document.cookie = 'today=1;path=/;max-age=31536000;samesite=lax;secure'
  }
} catch {
  // Without storage the home page shows less.
}
