import { generate, mode } from 'lean-qr'

/** A rescue code with the address where it is entered, as a QR picture: modules on a side, and one path of all dark ones.
 *  The code goes behind the '#', which no server ever sees in a log. */
export function qrOf(address: string, code: string): { size: number; path: string } {
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
