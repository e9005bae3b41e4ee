import { getDocumentProxy } from 'unpdf'
import { convertedRuns, type ConvertedText, type Run } from './fonts.ts'
import { checkPdfStreams } from './pdf-streams.ts'
import { UnreadableDocument } from './unzip.ts'

/** A paper of 150 questions in two languages has some 40 pages. */
export const maxPdfPages = 60

/** Reads the lines of a PDF with text (not of a scan). Text in Nudi and Baraha fonts becomes
 *  Unicode. Its pictures are not decoded.
 *  Errors: UnreadableDocument where the file is not a PDF, is protected by a password, unpacks to
 *  more than 30 MB, has more than 60 pages, or has no text. */
export async function readPdf(bytes: Uint8Array): Promise<ConvertedText[]> {
  checkPdfStreams(bytes)
  const options = { maxImageSize: 1, disableFontFace: true, verbosity: 0 }
  // The library takes over the bytes.
  const document = await getDocumentProxy(bytes.slice(), options).catch((error: unknown) => {
    throw new UnreadableDocument('not-this-kind', 'this is not a PDF that can be read', {
      cause: error,
    })
  })
  try {
    if (document.numPages > maxPdfPages)
      throw new UnreadableDocument('too-many-pages', `it has more than ${maxPdfPages} pages`)
    const lines: ConvertedText[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      lines.push(...(await linesOfPage(page)))
      page.cleanup()
    }
    if (!lines.some(({ text }) => text.trim() !== ''))
      throw new UnreadableDocument('no-text', 'this PDF has no text; it may be a scan')
    return lines
  } finally {
    await document.loadingTask.destroy()
  }
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
