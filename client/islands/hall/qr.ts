import qrcode from 'qrcode-generator'

/** A rescue code with the address where it is entered, as a QR picture: modules on a side, and one path of all dark ones.
 *  The code goes behind the '#', which no server ever sees in a log. */
export function qrOf(address: string, code: string): { size: number; path: string } {
  const qr = qrcode(0, 'L')
  qr.addData(`${address}#`, 'Byte')
  qr.addData(code.replace(/\s/g, ''), 'Alphanumeric')
  qr.make()
  const size = qr.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row++)
    for (let start = 0; start < size; start++) {
      let end = start
      while (end < size && qr.isDark(row, end)) end++
      if (end > start) path += `M${start} ${row}h${end - start}v1h${start - end}z`
      start = end
    }
  return { size, path }
}
