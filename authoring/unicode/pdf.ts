import { getDocumentProxy } from 'unpdf'
import { convertedRuns, type ConvertedText, type Run } from './fonts.ts'

/** Reads the lines of a PDF with text (not of a scan). Text in Nudi and Baraha fonts becomes
 *  Unicode.
 *  Errors: Error where the file is not a PDF, or has no text. */
export async function readPdf(bytes: Uint8Array): Promise<ConvertedText[]> {
  const document = await getDocumentProxy(bytes).catch((error: unknown) => {
    throw new Error('this is not a PDF that can be read', { cause: error })
  })
  const lines: ConvertedText[] = []
  for (let number = 1; number <= document.numPages; number++)
    lines.push(...(await linesOfPage(await document.getPage(number))))
  if (!lines.some(({ text }) => text.trim() !== ''))
    throw new Error('this PDF has no text; it may be a scan')
  return lines
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type NamedFont = { name?: string }

async function linesOfPage(page: PdfPage): Promise<ConvertedText[]> {
  // Loads the page's fonts, whose names are not part of its text.
  await page.getOperatorList()
  const { items } = await page.getTextContent()
  const lines: ConvertedText[] = []
  let runs: Run[] = []
  for (const item of items) {
    if (!('str' in item)) continue
    const font = (page.commonObjs.get(item.fontName) as NamedFont | null)?.name ?? ''
    runs.push({ text: item.str, font })
    if (!item.hasEOL) continue
    lines.push(convertedRuns(runs))
    runs = []
  }
  if (runs.length > 0) lines.push(convertedRuns(runs))
  return lines
}
