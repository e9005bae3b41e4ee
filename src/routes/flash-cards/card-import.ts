import { failed, ok, type Result } from '../../../domain/result.ts'
import {
  skipReasons,
  type AnkiNotes,
  type SkipReason,
} from '../../../domain/study/anki/anki-notes.ts'
import { maxSideLength, parseCardTable, type CardSides } from '../../../domain/study/card-table.ts'
import type { Messages } from '../../ui/messages.ts'
import { isPackage, packageLimits, readPackage, type PackageRefusal } from './anki-package.ts'
import { textOfFile } from './file-text.ts'

/** remarks: what became no card and why, in sentences. */
type ParsedCards = { cards: CardSides[]; remarks: string[] }

/** The cards of an imported file, or of pasted text. Errors: why there is nothing to import, in a
 *  sentence. */
export function parseImport(
  source: Uint8Array | string,
  messages: Messages,
): Result<ParsedCards, string> {
  if (typeof source !== 'string' && isPackage(source)) {
    const notes = readPackage(source)
    return notes.ok
      ? ok({ cards: notes.value.cards, remarks: remarksOn(notes.value, messages) })
      : failed(refusalText(notes.error, messages))
  }
  const text = typeof source === 'string' ? ok(source) : textOfFile(source)
  if (!text.ok)
    return failed(
      text.error === 'encoding' ? messages.cards_mine_encoding() : messages.cards_mine_not_text(),
    )
  const { cards, rejected } = parseCardTable(text.value)
  const rows = listText(rejected, maxRowsNamed)
  return ok({
    cards,
    remarks: rejected.length > 0 ? [messages.cards_mine_rejected({ rows })] : [],
  })
}

const maxRowsNamed = 20
const maxNotesNamed = 5

/** Of many, the first ones. */
const listText = (names: readonly (number | string)[], max: number) =>
  names.slice(0, max).join(', ') + (names.length > max ? ` … (${names.length})` : '')

function remarksOn({ skipped, hasMedia }: AnkiNotes, messages: Messages): string[] {
  const sentences: Record<SkipReason, (notes: string) => string> = {
    'no-two-sides': (notes) => messages.cards_mine_skipped_no_two_sides({ notes }),
    'too-long': (notes) => messages.cards_mine_skipped_too_long({ count: maxSideLength, notes }),
    cloze: (notes) => messages.cards_mine_skipped_cloze({ notes }),
  }
  const remarks = skipReasons.flatMap((reason) => {
    const names = skipped.filter((note) => note.reason === reason).map(({ name }) => `“${name}”`)
    return names.length > 0 ? [sentences[reason](listText(names, maxNotesNamed))] : []
  })
  return hasMedia ? [...remarks, messages.cards_mine_media_left()] : remarks
}

function refusalText(refusal: PackageRefusal, messages: Messages): string {
  switch (refusal) {
    case 'damaged':
      return messages.cards_mine_package_damaged()
    case 'newer':
      return messages.cards_mine_package_newer()
    case 'too-large':
    case 'too-many':
      return messages.cards_mine_package_large({
        size: packageLimits.megabytes,
        count: packageLimits.notes,
      })
  }
}
