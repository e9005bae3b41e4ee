import { testPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper } from '../../../domain/paper.ts'
import { printedPublishedPaper } from '../../ui/printed-paper-layout.ts'
import { examName } from '../../ui/exam-names.ts'
import type { KnownText } from '../../api-client/known-content.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { PrintedPaperPage } from '../../ui/printed-paper.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** A published paper for A4 (its part). */
export function PrintPage({
  page,
  exam,
  facts: { title, description },
}: {
  page: PageContext
  exam: Exam
  facts: KnownText
}) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <UnlistedMeta
        title={messages.test_title({ title, exam: examName(exam, page.locale) })}
        description={description}
      />
      <PagePart
        name="paper"
        styles={['print', 'omr']}
        lateStyles={['forms', 'passages', 'figures']}
      />
    </>
  )
}

/** In the page's language, with a second language beside it if `second` is given. */
export function PrintablePaper({
  page,
  exam,
  paper,
  second,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
  second: Paper | null
}) {
  const path = testPath(exam.state, exam.slug, paper.slug)
  return (
    <PrintedPaperPage
      page={page}
      paper={printedPublishedPaper(paper, second)}
      first={paper.locale}
      second={second?.locale ?? null}
      hrefOf={(first, second) =>
        localizedPath(`${path}/print`, first) + (second === null ? '' : `?beside=${second}`)
      }
      back={localizedPath(path, page.locale)}
    />
  )
}
