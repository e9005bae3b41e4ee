import type { PageContext } from '../../addresses/address.ts'
import type { PaperSummary } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** All grand tests: long papers over a whole syllabus. */
export function GrandTestsPage({
  page,
  papers,
}: {
  page: PageContext
  papers: readonly PaperSummary[]
}) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <Meta
        shareImage="exam"
        page={page}
        title={messages.grand_tests_title()}
        description={messages.grand_tests_description()}
      />
      <Breadcrumbs page={page} crumbs={[{ name: messages.grand_tests() }]} />
      <div className="hero">
        <h1>{messages.grand_tests()}</h1>
        <p>{messages.grand_tests_lead()}</p>
      </div>
      {papers.length > 0 ? (
        <PaperList page={page} papers={papers} />
      ) : (
        <p className="note">{messages.section_empty()}</p>
      )}
    </>
  )
}
