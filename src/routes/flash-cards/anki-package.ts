import { strToU8, unzipSync, zipSync, type UnzipFileInfo } from 'fflate'
import { failed, type Result } from '../../../domain/result.ts'
import {
  checksumText,
  newAnkiCollection,
  type ExportedCard,
} from '../../../domain/study/anki/anki-collection.ts'
import { maxNotes, readAnkiNotes, type AnkiNotes } from '../../../domain/study/anki/anki-notes.ts'

/** Why a package was not read. newer: in the format of Anki 2.1.50, which older versions do not
 *  read either. too-large: its collection would be above 8 MB. too-many: above 20,000 notes. */
export type PackageRefusal = 'damaged' | 'newer' | 'too-large' | 'too-many'

export const packageLimits = { megabytes: 8, notes: maxNotes }
const maxCollectionBytes = packageLimits.megabytes * 1024 * 1024
const maxEntries = 5000
/** The best first. Beside a newer one, an older one only says that Anki has to be updated. */
const collectionNames = ['collection.anki21b', 'collection.anki21', 'collection.anki2']

/** Whether a file begins as a zip archive does. */
export const isPackage = (file: Uint8Array) =>
  [0x50, 0x4b, 3, 4].every((byte, index) => file[index] === byte)

/** The notes of a package of Anki (.apkg). Pictures, sounds, reviews and options are left out: only
 *  the collection is unpacked, into a buffer of its stated size and never more. */
export function readPackage(file: Uint8Array): Result<AnkiNotes, PackageRefusal> {
  const sizes = new Map<string, number>()
  const listed = unpack(file, ({ name, originalSize }) => {
    sizes.set(name, originalSize)
    return false
  })
  const name = collectionNames.find((wanted) => sizes.has(wanted))
  if (!listed || name === undefined) return failed('damaged')
  if (name === 'collection.anki21b') return failed('newer')
  const size = sizes.get(name) ?? 0
  if (size > maxCollectionBytes) return failed('too-large')
  const isWanted = (entry: UnzipFileInfo) => entry.name === name && entry.originalSize === size
  const collection = unpack(file, isWanted)?.[name]
  return collection ? readAnkiNotes(collection) : failed('damaged')
}

/** The entries that `filter` names; null: it is no zip archive, or has too many entries. */
function unpack(file: Uint8Array, filter: (entry: UnzipFileInfo) => boolean) {
  let left = maxEntries
  try {
    return unzipSync(file, {
      filter: (entry) => {
        left--
        if (left < 0) throw new RangeError('too many entries')
        return filter(entry)
      },
    })
  } catch {
    // fflate throws for whatever is wrong with an archive: the reader is told that it is damaged.
    return null
  }
}

/** A package of Anki with a deck of these cards. */
export async function writePackage(
  cards: readonly ExportedCard[],
  deck: { deckName: string; now: Date },
): Promise<Uint8Array> {
  const checksums = await Promise.all(cards.map(({ front }) => checksumOf(checksumText(front))))
  const collection = newAnkiCollection(cards, checksums, deck)
  return zipSync({ 'collection.anki2': collection, media: strToU8('{}') })
}

async function checksumOf(text: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return new DataView(digest).getUint32(0)
}
