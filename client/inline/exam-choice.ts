// Keeps the exam that the reader chooses on this device. A link in the list of all exams changes an
// earlier choice only where the reader came to change it.
document.addEventListener('click', ({ target }) => {
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-exam]')
  if (!link) return
  const key = 'abhyasa.today.exam'
  try {
    if (localStorage.getItem(key) !== null && location.hash !== '#change') return
    const name = link.firstChild?.textContent
    const { lang } = document.documentElement
    const exam = { version: 1, slug: link.dataset.exam, name, lang, href: link.pathname }
    localStorage.setItem(key, JSON.stringify(exam))
    document.cookie = 'today=1;path=/;max-age=31536000;samesite=lax;secure'
  } catch {
    // Without storage the link only leads to the exam.
  }
})
