/** Loads the code of the parts that few pages have. entry.ts, which every page loads, loads this
 *  where one of them is on the page.
 *  `hasBegun`: whether the reader has begun something on this device. */
export function watchParts(hasBegun: boolean) {
  if (document.querySelector('[data-crash],[data-unavailable],[data-not-found]'))
    void import('./error-reports.ts').then(({ reportPageErrors }) => reportPageErrors())

  const notice = document.querySelector<HTMLFormElement>('[data-tags]')
  if (notice) void import('./consent.ts').then(({ watchConsent }) => watchConsent(notice))

  const sheet = document.querySelector<HTMLElement>('[data-sheet-reader]')
  if (sheet)
    void import('./sheet-reader/watch-sheet-reader.ts').then((reader) =>
      reader.watchSheetReader(sheet),
    )

  const start = document.querySelector<HTMLAnchorElement>('[data-start]')
  if (start && hasBegun)
    void import('./running-test.ts').then(({ leadBackInto }) => leadBackInto(start))

  const sent = document.querySelector<HTMLElement>('[data-sent]')?.dataset.sent
  if (sent) void import('./paper-draft.ts').then((draft) => draft.removeSentDraft(sent))

  const paper = document.querySelector<HTMLFormElement>('form.paper,.sheet-form')
  if (paper) void import('./paper-draft.ts').then((draft) => draft.watchPaperDraft(paper))

  const offline = document.querySelector<HTMLElement>('[data-kept-list],[data-pack]')
  if (offline)
    void import('./device/offline/offline-pages.ts').then((pages) => pages.watch(offline))
}
