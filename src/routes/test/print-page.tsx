import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { testPath, type Paper } from '../../../domain/paper.ts'
import { printedFrom } from '../../ui/printed-paper-layout.ts'
import { examNames } from '../../ui/exam-names.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { PrintedPaperPage } from '../../ui/printed-paper.tsx'
import { wordsIn } from '../../ui/words.ts'

/** A published paper for A4, in the page's language and perhaps beside it in a second one. */
export function PrintPage({
  place,
  exam,
  paper,
  beside,
}: {
  place: PageContext
  exam: Exam
  paper: Paper
  beside: Paper | null
}) {
  const words = wordsIn(place.locale)
  const path = testPath(exam.state, exam.slug, paper.slug)
  return (
    <>
      <UnlistedMeta
        title={words.test_title({ title: paper.title, exam: examNames[exam.slug].name(words) })}
        description={paper.description}
      />
      <PrintedPaperPage
        place={place}
        paper={printedFrom(paper, beside)}
        first={paper.locale}
        beside={beside?.locale ?? null}
        hrefOf={(first, second) =>
          localizedPath(`${path}/print`, first) + (second === null ? '' : `?beside=${second}`)
        }
        back={localizedPath(path, place.locale)}
      />
    </>
  )
}
