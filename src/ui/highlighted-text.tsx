/** A sentence with the words between asterisks in a mark element: 'Read *this* first'. */
export function HighlightedText({ text }: { text: string }) {
  return text
    .split('*')
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
