import { RichText } from '../../client/islands/parts/rich-text.tsx'
import type { Locale } from '../../domain/locale.ts'
import {
  hasBlocks,
  hasFigures,
  hasPassageOrTable,
  type PassageAbove,
} from '../../domain/question-parts.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** The styles of passages, blocks and figures, as far as the questions have any. */
export function FormsStyle({
  questions,
}: {
  questions: readonly { stem: string; options: readonly string[] }[]
}) {
  const texts = questions.flatMap(({ stem, options }) => [stem, ...options])
  return (
    <>
      {texts.some(hasBlocks) && <InlineStyle name="forms" />}
      {texts.some(hasPassageOrTable) && <InlineStyle name="passages" />}
      {texts.some(hasFigures) && <InlineStyle name="figures" />}
    </>
  )
}

/** A passage, or the blocks of a question (domain/question-parts.ts); nothing for ''. */
export const Blocks = ({ text }: { text: string }) => text !== '' && <RichText text={text} />

/** A passage, and for which questions it is read. `locale`: the page's. `written`: the
 *  passage's own. */
export function SharedPassage({
  passage: { text, from, to },
  locale,
  written,
}: {
  passage: PassageAbove
  locale: Locale
  written: Locale
}) {
  const messages = messagesFor(locale)
  return (
    <div className="shared" lang={written === locale ? undefined : written}>
      <p lang={locale}>
        <strong>
          {from === to ? messages.passage_one({ from }) : messages.passage_many({ from, to })}
        </strong>
      </p>
      <RichText text={text} />
    </div>
  )
}
