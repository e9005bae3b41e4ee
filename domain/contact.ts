/** An e-mail address or an Indian mobile number in the one spelling by which it is compared:
 *  ' Ravi@Example.IN ' -> 'ravi@example.in', '098450-12345' and '೯೮೪೫೦ ೧೨೩೪೫' -> '+919845012345'.
 *  '' for anything else, and for an empty text. */
export function contactKey(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (text.includes('@')) return text.replace(/^mailto:/i, '').toLowerCase()
  const digits = withAsciiDigits(text).replace(/[^0-9]/g, '')
  return /^(?:0*91|0+)?[6-9]\d{9}$/.test(digits) ? `+91${digits.slice(-10)}` : ''
}

/** The zeros of Devanagari, Telugu and Kannada; the other digits follow them. */
const zeros = [0x966, 0xc66, 0xce6]

const withAsciiDigits = (text: string) =>
  text.replace(/[०-९౦-౯೦-೯]/gu, (digit) => {
    const codePoint = digit.codePointAt(0)!
    return String(codePoint - zeros.findLast((zero) => zero <= codePoint)!)
  })
