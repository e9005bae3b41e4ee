import { list, paperRow, productApiAnswers, wholePaper, type Wire } from './site.ts'

/** A page of every family whose address can be known before its content is loaded, with a text of
 *  its heading and one that only the product API has. */
export const pageFamilies: readonly { path: string; heading: string; content: string }[] = [
  { path: '/', heading: '<h1', content: 'ದಿನದ ಸುದ್ದಿ' },
  { path: '/grand-tests', heading: '<h1', content: 'ಮೊದಲ ಪತ್ರಿಕೆ' },
  { path: '/vao', heading: '<h1', content: 'ಪುಟದ ಪಠ್ಯ' },
  { path: '/terms', heading: 'ಪುಟದ ಹೆಸರು</h1>', content: 'ಪುಟದ ಪಠ್ಯ' },
  { path: '/vao-paper-1', heading: '<h1', content: 'ಮೊದಲ ಪತ್ರಿಕೆ' },
  { path: '/vao-paper-1/model-paper', heading: '<h1', content: 'ಮೊದಲ ಪತ್ರಿಕೆ' },
  { path: '/ap-pet', heading: '<h1', content: 'ಮೊದಲ ಪತ್ರಿಕೆ' },
  { path: '/flash-cards', heading: '<h1', content: 'ಮುಂಭಾಗ' },
  { path: '/flash-cards/history', heading: 'ಇತಿಹಾಸ', content: 'ಮುಂಭಾಗ' },
  { path: '/current-affairs', heading: '<h1', content: 'ದಿನದ ಸುದ್ದಿ' },
  { path: '/current-affairs/2026-11-20', heading: '<h1', content: 'ಪುಟದ ಪಠ್ಯ' },
  { path: '/karnataka/vao-paper-1/one', heading: 'ಮೊದಲ ಪತ್ರಿಕೆ</h1>', content: 'ರಾಜಧಾನಿ' },
  { path: '/grand-tests/model-paper_one', heading: 'ಮೊದಲ ಪತ್ರಿಕೆ</h1>', content: 'ರಾಜಧಾನಿ' },
  {
    path: '/karnataka/vao-paper-1/one/instructions',
    heading: '<h1',
    content: 'name="declared"',
  },
  { path: '/karnataka/vao-paper-1/one/sheet', heading: '<h1', content: 'sheet-rows' },
  { path: '/karnataka/vao-paper-1/one/print', heading: '<title>', content: 'ರಾಜಧಾನಿ' },
]

const texts = (title: string, description = 'ವಿವರ') => [{ locale: 'kn', title, description }]

/** What the product API publishes of the addresses above. */
export const contentIndexOf = (slugs: { paper?: string } = {}) => ({
  data: {
    version: '1',
    papers: [
      {
        ...{ slug: slugs.paper ?? 'one', exam: 'vao-paper-1', kind: 'grand-test' },
        texts: texts('ಮೊದಲ ಪತ್ರಿಕೆ'),
      },
    ],
    pages: [
      { slug: 'terms', texts: texts('ಪುಟದ ಹೆಸರು') },
      { slug: 'vao', texts: texts('ಪುಟದ ಹೆಸರು') },
    ],
    days: [{ slug: '2026-11-20', texts: texts('') }],
    tags: [{ slug: 'history', texts: texts('ಇತಿಹಾಸ', '') }],
  },
  meta: {},
})

const pageRow = (slug: string, date: string | null) => ({
  ...{ slug, locale: 'kn', date, title: date ? 'ದಿನದ ಸುದ್ದಿ' : 'ಪುಟದ ಹೆಸರು', description: 'ವಿವರ' },
  ...{ body: '<p>ಪುಟದ ಪಠ್ಯ</p>', source: 'KEA', checkedOn: '2026-11-20' },
  updatedAt: '2026-11-20T00:00:00.000Z',
})

/** A product API with content at all those addresses. `answer`: wraps every answer but that of the
 *  index. */
export function familiesWire(
  answer: (body: object, request: Request) => Response | Promise<Response> = (body) =>
    Response.json(body),
): Wire {
  const of = (body: object) => (request: Request) => answer(body, request)
  const paper = { slug: 'one', title: 'ಮೊದಲ ಪತ್ರಿಕೆ', kind: 'grand-test' }
  const slugs = { 'model-paper': 'two', 'practice-papers': 'three', 'grand-test': 'one' }
  const kinds = ['model-paper', 'practice-papers', 'grand-test'] as const
  const card = { id: 1, locale: 'kn', front: 'ಮುಂಭಾಗ', back: 'ಹಿಂಭಾಗ', tags: [{ slug: 'history' }] }
  return {
    '/api/content-index': contentIndexOf(),
    '/api/practice-tests?filters[slug]': of(list(wholePaper(paper))),
    '/api/practice-tests': of(
      list(...kinds.map((kind) => paperRow({ ...paper, kind, slug: slugs[kind] }))),
    ),
    '/api/pages?filters[slug][$eq]=terms': of(list(pageRow('terms', null))),
    '/api/pages?filters[slug][$eq]=vao': of(list(pageRow('vao', null))),
    '/api/pages': of(list(pageRow('day', '2026-11-20'))),
    '/api/flash-cards': of(list(card)),
    '/api/tags': of(list({ slug: 'history', name: 'ಇತಿಹಾಸ' })),
    '/': of(list()),
  }
}

/** Serves the content and lets the site load the index, as after its first requests. */
export async function knowContent(read: (path: string) => Promise<unknown>, wire = familiesWire()) {
  const seen = productApiAnswers(wire)
  // The first request asks for the index in the background, and finds the product API up.
  await read('/te/disclaimer')
  return seen
}
