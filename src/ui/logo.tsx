/** The logo: four bubbles of an answer sheet, the second one filled. */
export function Logo() {
  return (
    <span className="bubbles" aria-hidden="true">
      <i />
      <i className="on" />
      <i />
      <i />
    </span>
  )
}
