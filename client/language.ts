/** Stores the language that the reader chooses, and highlights its link on pages in others. */
export function rememberLanguageChoice() {
  const links = document.querySelectorAll<HTMLAnchorElement>('.lang a')
  for (const link of links) {
    link.addEventListener('click', () => {
      document.cookie = `__Host-locale=${link.lang};path=/;max-age=31536000;samesite=lax;secure`
    })
    const isChosen = document.cookie.includes(`__Host-locale=${link.lang}`)
    link.toggleAttribute('data-chosen', isChosen && !link.ariaCurrent)
  }
}
