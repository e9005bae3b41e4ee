import css from './hall.css?inline'

/** Dresses the page for the hall. A sheet that script makes needs no leave of the page's policy. */
export function dressHall() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
