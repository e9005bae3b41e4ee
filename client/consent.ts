type Tags = { analyticsId: string; tagManagerId: string; advertisingId: string }

/** Shows the consent notice for statistics and advertising once, and loads the operator's tags only
 *  after a yes. The choice is stored for half a year; a link in the footer shows the notice
 *  again. */
export function watchConsent(notice: HTMLElement) {
  const answer = /(?:^|; )consent=(yes|no)/.exec(document.cookie)?.[1]
  const tags = JSON.parse(notice.dataset.tags ?? '{}') as Tags
  if (answer === 'yes') whenIdle(() => loadTags(tags))
  if (answer === undefined) showNotice(notice, tags)
  document
    .querySelector('[data-consent-again]')
    ?.addEventListener('click', () => showNotice(notice, tags))
}

function showNotice(notice: HTMLElement, tags: Tags) {
  notice.hidden = false
  notice.addEventListener('click', ({ target }) => {
    const answer = target instanceof HTMLButtonElement ? target.value : ''
    if (answer !== 'yes' && answer !== 'no') return
    document.cookie = `consent=${answer};path=/;max-age=15552000;samesite=lax;secure`
    notice.hidden = true
    if (answer === 'yes') whenIdle(() => loadTags(tags))
  })
}

function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 2000)
}

function loadTags({ analyticsId, tagManagerId, advertisingId }: Tags) {
  const id = tagManagerId || analyticsId
  if (id !== '') {
    const layer = ((window as unknown as { dataLayer?: unknown[] }).dataLayer ??= [])
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    if (tagManagerId === '') layer.push(['js', new Date()], ['config', analyticsId])
    loadScript(`https://www.googletagmanager.com/${tagManagerId ? 'gtm.js' : 'gtag/js'}?id=${id}`)
  }
  if (advertisingId !== '')
    loadScript(
      `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${advertisingId}`,
    )
}

function loadScript(address: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.appendChild(script)
}
