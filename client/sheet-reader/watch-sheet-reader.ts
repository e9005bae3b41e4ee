import { sheetHeight } from '../../domain/answer-sheet/paper-sheet.ts'
import { sheetLayout, type SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { grayImage, type GrayImage } from './gray-image.ts'
import type { Projection } from './homography.ts'
import type { BubbleReading } from './read-bubbles.ts'
import { readSheet, type SheetReading } from './read-sheet.ts'
import { rowPicture } from './row-picture.ts'

/** A photograph is read at this size, in pixels of its longer side: a bubble is some 25 wide. */
const longSide = 2000

/** Shows the part of the page that reads a photograph of the answer sheet, and fills the form by
 *  it. The photograph does not leave the phone. */
export function watchSheetReader(section: HTMLElement) {
  const form = section.closest('form')
  const input = section.querySelector<HTMLInputElement>('input[type=file]')
  const status = section.querySelector<HTMLElement>('[data-sheet-status]')
  if (!form || !input || !status) return
  const layout = sheetLayout({
    count: Number(section.dataset.count),
    circles: Number(section.dataset.circles),
    code: Number(section.dataset.code),
    maxHeight: sheetHeight,
  })
  const text = textsOf(section)
  const readPhotograph = async (file: File) => {
    status.textContent = text('reading')
    await nextPaint()
    const image = await photograph(file)
    if (image === null) {
      status.textContent = text('picture')
      return
    }
    const reading = readSheet(image, layout)
    if (reading.kind !== 'read') {
      status.textContent = refusal(reading, text)
      return
    }
    const rows = [...form.querySelectorAll<HTMLFieldSetElement>('.sheet-rows fieldset')]
    for (const [index, row] of rows.entries()) fillRow(row, reading.questions[index])
    // The draft (client/paper-draft.ts) has no other way to know.
    form.dispatchEvent(new Event('change'))
    const { filled, empty, unclear } = counts(reading.questions)
    status.textContent = text('done', { filled, empty })
    if (unclear === 0) return
    status.textContent += ` ${text('unclear', { count: unclear })}`
    for (const [index, row] of rows.entries())
      if (reading.questions[index]?.kind === 'unclear')
        askAbout(row, text('ask'), layout, index, image, reading.project)
    form.querySelector<HTMLElement>('.ask')?.scrollIntoView({ block: 'center' })
  }
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void readPhotograph(file).finally(() => (input.value = ''))
  })
  section.hidden = false
}

type Text = (name: string, values?: Readonly<Record<string, string | number>>) => string

/** The page's sentences by name, with their values. */
function textsOf(section: HTMLElement): Text {
  const { content } = section.querySelector('template')!
  return (name, values = {}) =>
    Object.entries(values).reduce(
      (text, [key, value]) => text.replace(`{${key}}`, String(value)),
      content.querySelector(`[data-text="${name}"]`)?.textContent ?? '',
    )
}

function refusal(reading: Exclude<SheetReading, { kind: 'read' }>, text: Text): string {
  if (reading.kind === 'other-sheet') return text('other')
  return text('corners', { corners: reading.missing.map((corner) => text(corner)).join(', ') })
}

/** Progress is shown before the work begins that blocks the page. */
const nextPaint = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** null: the file is no picture that the browser can show. */
async function photograph(file: File): Promise<GrayImage | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height))
    const width = Math.round(bitmap.width * scale)
    const height = Math.round(bitmap.height * scale)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    return grayImage(context.getImageData(0, 0, width, height).data, width, height)
  } catch {
    return null
  }
}

/** Selects what was read, and removes the question of an earlier photograph. */
function fillRow(row: HTMLFieldSetElement, reading: BubbleReading | undefined) {
  row.classList.remove('ask')
  for (const asked of row.querySelectorAll('p,canvas')) asked.remove()
  const value = reading?.kind === 'filled' ? String(reading.circle) : ''
  for (const radio of row.querySelectorAll('input')) {
    radio.checked = reading?.kind !== 'unclear' && radio.value === value
    radio.required = reading?.kind === 'unclear'
  }
}

/** Shows the reader the row as it was photographed. The form is not sent before an answer. */
function askAbout(
  row: HTMLFieldSetElement,
  question: string,
  layout: SheetLayout,
  index: number,
  image: GrayImage,
  project: Projection,
) {
  row.classList.add('ask')
  const lead = document.createElement('p')
  lead.textContent = question
  row.append(lead, rowPicture(image, layout, index, project))
}

function counts(questions: readonly BubbleReading[]) {
  const of = (kind: BubbleReading['kind']) =>
    questions.filter((question) => question.kind === kind).length
  return { filled: of('filled'), empty: of('empty'), unclear: of('unclear') }
}
