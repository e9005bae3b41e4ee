/** The logo: four circles of an answer sheet, the second one filled. */
export function Logo() {
  return (
    <span className="circles" aria-hidden="true">
      <i />
      <i className="on" />
      <i />
      <i />
    </span>
  )
}
