import { createReadStream } from 'node:fs'
import { decodedText } from './encoding.ts'

/** Streams the text of a file. Errors: those of `decodedText`. */
export const readTextFile = (path: string): AsyncGenerator<string> =>
  decodedText(createReadStream(path) as AsyncIterable<Uint8Array>)
