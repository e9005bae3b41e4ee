import { generate, mode } from 'lean-qr'

/** A QR picture of a rescue code's URL: the modules per side, and an SVG path of the dark modules.
 *  The code is in the fragment, so that it is not sent to servers. */
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
