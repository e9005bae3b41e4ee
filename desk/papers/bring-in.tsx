import { recognisedDocument, recognisedText } from '../../authoring/recognition/document.ts'
import { languageOf } from '../../authoring/recognition/languages.ts'
import { textOfRecognised } from '../../authoring/recognition/paper-text.ts'
import type { Doubt, RecognisedPaper } from '../../authoring/recognition/recognised-paper.ts'
import { textBlocks, withBlockFields } from '../../authoring/text-format/paper-text.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import type { FormFields } from '../../http/request-body.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { FormFiles } from '../desk-route.ts'
import type { DeskMessages } from '../messages.ts'
import { bringInPage, maxFileBytes, type BringInRefusal } from './bring-in-page.tsx'
import { topicsIn } from './catalogue.ts'
import { languagesTicked } from './head-form.ts'
import { newHead } from './new-paper.tsx'
import { newQuestionId } from './paper-handlers.tsx'
import { headKeys } from './paper-problems.ts'
import { savePaper } from './stored-papers.ts'
import { isTooLong } from './text-page.tsx'

const maxTextLength = 400_000

export const showBringIn = (c: DeskContext) => bringInPage(c, { form: {}, refusal: null })

/** Makes a draft of what is in a file or a pasted text, each doubtful place marked for a person.
 *  Nothing is published by it: the draft is read and approved as any other. */
export async function bringIn(c: DeskContext, form: FormFields, { file }: FormFiles) {
  const refuse = (refusal: BringInRefusal) => bringInPage(c, { form, refusal }, 422)
  const made = await newHead(c, form)
  if (!made) return refuse({ kind: 'no-exam' })
  const languages = languagesTicked(form, locales)
  const pasted = (form.text ?? '').trim()
  if (!file && pasted === '') return refuse({ kind: 'nothing' })
  if ((file?.size ?? 0) > maxFileBytes || pasted.length > maxTextLength)
    return refuse({ kind: 'too-large' })
  const found = file
    ? await recognisedDocument({ name: file.name, bytes: await file.bytes() }, languages)
    : await recognisedText(pasted, languages)
  if (!found.ok) return refuse(found.error)
  const source = await textIn(c, form, { ...made, languages }, found.value)
  if (isTooLong(source)) return refuse({ kind: 'too-many-lines' })
  const saved = await savePaper(
    c.env.DB,
    { slug: made.slug, exam: made.exam, source, expected: 0, action: 'paper_imported' },
    operatorOf(c),
    c.get('now'),
  )
  // Somebody else began a paper of that name at the same moment.
  if (!saved.ok) return refuse({ kind: 'again' })
  return c.redirect(`/papers/${made.slug}?brought-in`, 303)
}

async function textIn(
  c: DeskContext,
  form: FormFields,
  { slug, head, languages }: { slug: string; head: string; languages: readonly Locale[] },
  found: RecognisedPaper,
): Promise<string> {
  const text = c.get('text')
  const topics = await topicsIn(c.env.DB, c.get('locale'))
  const topic = topics.find(({ slug }) => slug === form.topic)?.slug ?? ''
  const { title } = found
  const titled = withTitle(head, languages, title)
  const isLeftOut = title !== '' && titled === head
  const doubts = [
    ...(isLeftOut ? [{ kind: 'left_out' as const, text: title }] : []),
    ...found.doubts,
  ]
  return textOfRecognised(
    { ...found, doubts },
    {
      ...{ head: titled, languages, topics: topic },
      doubtText: (doubt) => doubtText(doubt, text),
      questionId: () => newQuestionId(slug),
    },
  )
}

/** A doubt in words. Of an entry that is not read: its line and the reason; rare ones are in
 *  English. */
function doubtText({ kind, text: place, line, reason }: Doubt, text: DeskMessages): string {
  // The names of the columns are those of the file.
  const names = reason === 'columns' ? `: ${place.replace(/^.*: /, '')}` : ''
  const known = line !== undefined && reason && `${line}: ${text(`not_read_${reason}`)}${names}`
  return text(`doubt_${kind}`, { text: known || place })
}

/** The first line of the file is the title in its language, unless somebody typed one. */
function withTitle(head: string, languages: readonly Locale[], title: string): string {
  const block = textBlocks(head)[0]!
  const locale = languages.length === 1 ? languages[0] : languageOf(title)
  const isFree =
    locale !== undefined &&
    locale !== null &&
    languages.includes(locale) &&
    !new RegExp(`^title ${locale}:`, 'm').test(head)
  if (!isFree || title === '' || title.length > 160) return head
  return withBlockFields(block, headKeys, { [`title ${locale}`]: title })
}
