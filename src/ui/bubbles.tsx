/** The sign of the house: four circles of an answer sheet, the second one filled. */
export function Bubbles() {
  return (
    <span className="bubbles" aria-hidden="true">
      <i />
      <i className="on" />
      <i />
      <i />
    </span>
  )
}
