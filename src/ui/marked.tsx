/** A sentence whose words between asterisks are marked as with a highlighter pen: 'Read *this* first'. */
export function Marked({ text }: { text: string }) {
  return text
    .split('*')
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
