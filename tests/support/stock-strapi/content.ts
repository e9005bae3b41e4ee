import type { Locale } from '../../../domain/locale.ts'
import type { ContentTypeName } from '../../../tasks/strapi-schema/content-types.ts'

/** An entry of a document in one language. A relation is the documentId of another document, or a
 *  list of them. What is missing is null. */
export type StrapiEntry = { documentId: string; locale: Locale; values: Record<string, unknown> }
export type StrapiContent = Partial<Record<ContentTypeName, StrapiEntry[]>>

const entries = (
  documentId: string,
  shared: Record<string, unknown>,
  texts: Partial<Record<Locale, Record<string, unknown>>>,
): StrapiEntry[] =>
  Object.entries(texts).map(([locale, own]) => ({
    ...{ documentId, locale: locale as Locale },
    values: { ...shared, ...own },
  }))

const question = (stem: string, more: Record<string, unknown> = {}) => ({
  ...{ stem, options: ['one', 'two', 'three', 'four'].map((text) => ({ text })) },
  ...more,
})

const paper = {
  ...{ kind: 'model-paper', access: 'free', languages: ['kn', 'en'], questionCount: 2 },
  ...{ minutes: 10, rightMarks: '1', wrongMarks: '1/4', blankMarks: '0', source: 'KEA' },
  ...{ checkedOn: '2026-11-21', category: 'vao' },
}
const checked = { source: 'KEA', checkedOn: '2026-11-21' }

/** Content with everything that is optional left empty somewhere. */
export const strapiContent: StrapiContent = {
  state: entries(
    'ka',
    { slug: 'karnataka' },
    { kn: { name: 'ಕರ್ನಾಟಕ' }, en: { name: 'Karnataka' } },
  ),
  category: entries(
    'vao',
    { slug: 'vao-paper-1', state: 'ka' },
    { kn: { name: 'ಗ್ರಾಮ ಆಡಳಿತ' }, en: { name: 'Village administration' } },
  ),
  tag: entries('history', { slug: 'history' }, { kn: { name: 'ಇತಿಹಾಸ' }, en: { name: 'History' } }),
  'practice-test': [
    ...entries(
      'paper-1',
      { ...paper, slug: 'strapi-paper' },
      {
        kn: { title: 'ಸ್ಟ್ರಾಪಿ ಪತ್ರಿಕೆ', questions: [question('ರಾಜಧಾನಿ?')] },
        en: {
          title: 'Paper in Strapi',
          sections: [
            { slug: 'maps', name: 'About maps' },
            { slug: 'kannada', name: 'About Kannada' },
          ],
          questions: [
            question('Which district is this?', {
              section: 'maps',
              figure: {
                url: '/uploads/district.png',
                alternativeText: null,
                width: 300,
                height: 200,
              },
            }),
            question('ಸಮಾನಾರ್ಥಕ ಪದ?', { section: 'kannada', language: 'kn' }),
          ],
        },
      },
    ),
    ...entries(
      'paper-2',
      { ...paper, slug: 'premium-paper', access: 'premium', year: 2024 },
      {
        en: { title: 'Premium paper in Strapi', questions: [question('Secret stem?')] },
      },
    ),
    ...entries(
      'paper-3',
      { ...paper, slug: 'grand-one', kind: 'grand-test' },
      {
        en: { title: 'Grand test in Strapi' },
      },
    ),
  ],
  page: [
    ...entries(
      'privacy',
      { ...checked, slug: 'privacy-policy', kind: 'policy' },
      {
        en: { title: 'Privacy in Strapi', body: '<p>What we store.</p><script>x</script>' },
      },
    ),
    ...entries(
      'affairs',
      { ...checked, slug: 'affairs-1', kind: 'current-affairs', date: '2026-11-20' },
      { en: { title: 'A dam was opened', description: 'In Raichur', body: '<p>In Raichur.</p>' } },
    ),
  ],
  'flash-card': entries(
    'card',
    { tags: ['history'] },
    {
      en: { front: 'Founder of Bengaluru?', back: 'Kempe Gowda' },
    },
  ),
  'subscription-plan': entries(
    'plan',
    {
      ...{ slug: 'vao-plan', days: 90, position: 1, state: 'ka', categories: ['vao'] },
      ...{ practiceTests: ['paper-2'], tags: ['history'] },
      prices: [{ currency: 'INR', amountMinor: 49_900 }],
    },
    { en: { name: 'Plan in Strapi' } },
  ),
}
