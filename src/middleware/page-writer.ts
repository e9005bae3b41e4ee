import type { PageContent } from '../page-store.ts'

/** A frame as bytes: its head, cut where the id of a signed-in reader stands; then the names of its
 *  parts in their order, and the text after each of them. */
export type Frame = {
  head: readonly Uint8Array[]
  names: readonly string[]
  texts: readonly Uint8Array[]
}

/** Puts a page together from its frame and its parts, and passes each piece on at once if there is
 *  somebody to send it to. */
export class PageWriter {
  readonly #frame: Frame
  readonly #send: ((bytes: Uint8Array) => void) | undefined
  readonly #pieces: Uint8Array[] = []
  readonly #ranges = new Map<string, readonly [number, number]>()
  #length = 0
  #position = 0

  constructor(frame: Frame, readerId: number | undefined, send?: (bytes: Uint8Array) => void) {
    this.#frame = frame
    this.#send = send
    const [first, ...afterId] = frame.head
    if (first) this.#write(first)
    for (const text of afterId) {
      this.#write(encoder.encode(String(readerId)))
      this.#write(text)
    }
  }

  /** The name of the part that comes next; undefined after the last one. */
  get nextPart(): string | undefined {
    return this.#frame.names[this.#position]
  }

  writePart(html: Uint8Array) {
    const name = this.nextPart
    if (name === undefined) throw new RangeError('the page has no further part')
    this.#ranges.set(name, [this.#length, this.#length + html.byteLength])
    this.#write(html)
    this.#write(this.#frame.texts[this.#position]!)
    this.#position++
  }

  /** Ends the page with a notice in place of what is left of its parts. */
  writeFailure(notice: Uint8Array) {
    this.#write(notice)
    for (const text of this.#frame.texts.slice(this.#position)) this.#write(text)
    this.#position = this.#frame.names.length
  }

  content(): PageContent {
    const bytes = new Uint8Array(this.#length)
    let offset = 0
    for (const piece of this.#pieces) {
      bytes.set(piece, offset)
      offset += piece.byteLength
    }
    return { bytes, parts: this.#ranges }
  }

  #write(bytes: Uint8Array) {
    if (bytes.byteLength === 0) return
    this.#pieces.push(bytes)
    this.#length += bytes.byteLength
    this.#send?.(bytes)
  }
}

const encoder = new TextEncoder()
