import { generate, mode } from 'lean-qr'

/** A rescue code with the address where it is entered, as a QR picture: modules per side, and one
 *  SVG path of all dark modules. The code follows the '#', which no server sees in a log. */
export function qrPicture(address: string, code: string): { size: number; path: string } {
  const qr = generate(
    mode.multi(mode.ascii(`${address}#`), mode.alphaNumeric(code.replace(/\s/g, ''))),
  )
  let path = ''
  for (let row = 0; row < qr.size; row++)
    for (let start = 0; start < qr.size; start++) {
      let end = start
      while (end < qr.size && qr.get(end, row)) end++
      if (end > start) path += `M${start} ${row}h${end - start}v1h${start - end}z`
      start = end
    }
  return { size: qr.size, path }
}
