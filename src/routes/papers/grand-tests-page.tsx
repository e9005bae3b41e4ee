import type { PageContext } from '../../addresses/address.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** All grand tests: long papers over a whole syllabus. Its part: the list. */
export function GrandTestsPage({ page }: { page: PageContext }) {
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
      <PagePart name="papers" styles={['papers']} />
    </>
  )
}
