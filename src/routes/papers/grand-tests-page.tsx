import type { PageContext } from '../../addresses/address.ts'
import type { PaperSummary } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { wordsIn } from '../../ui/words.ts'

/** All grand tests: long mixed papers over a whole syllabus. */
export function GrandTestsPage({
  place,
  papers,
}: {
  place: PageContext
  papers: readonly PaperSummary[]
}) {
  const words = wordsIn(place.locale)
  return (
    <>
      <Meta
        family="exam"
        place={place}
        title={words.grand_tests_title()}
        description={words.grand_tests_description()}
      />
      <Breadcrumbs place={place} crumbs={[{ name: words.grand_tests() }]} />
      <div className="hero">
        <h1>{words.grand_tests()}</h1>
        <p>{words.grand_tests_lead()}</p>
      </div>
      {papers.length > 0 ? (
        <PaperList place={place} papers={papers} />
      ) : (
        <p className="note">{words.section_empty()}</p>
      )}
    </>
  )
}
