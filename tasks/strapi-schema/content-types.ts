import { locales } from '../../domain/locale.ts'
import { paperKinds } from '../../domain/paper.ts'
import { ageBands } from '../../domain/privacy.ts'

// What a Strapi needs so that the site can read its content and sign its members in. The files of
// `npm run strapi-schema` and the Strapi of tests/support/stock-strapi/ are both made from this.

export type Attribute = {
  /** Its own value in each language. */
  isLocalized?: true
  isRequired?: true
} & (
  | { type: 'string' | 'text' | 'richtext' | 'json' | 'integer' | 'boolean' | 'date' }
  | { type: 'enumeration'; values: readonly string[] }
  | { type: 'media' }
  | { type: 'component'; component: ComponentName; isRepeatable: boolean }
  | { type: 'relation'; to: ContentTypeName; isMany: boolean }
)

export type Attributes = Readonly<Record<string, Attribute>>

const text = { type: 'string', isRequired: true } as const
const localizedText = { ...text, isLocalized: true } as const
const longText = { type: 'text', isLocalized: true } as const
const number = { type: 'integer', isRequired: true } as const
const day = { type: 'date', isRequired: true } as const
const choice = (values: readonly string[]) =>
  ({ type: 'enumeration', values, isRequired: true }) as const
const one = (to: ContentTypeName) => ({ type: 'relation', to, isMany: false }) as const
const many = (to: ContentTypeName) => ({ type: 'relation', to, isMany: true }) as const
/** `0`, `1`, `1/4`: a fraction has no exact decimal. */
const marks = text

export type ComponentName = keyof typeof components
export const components = {
  'paper.section': { slug: text, name: text },
  'paper.option': { text: { type: 'text', isRequired: true } },
  'paper.question': {
    stem: { type: 'text', isRequired: true },
    /** The slug of a section. */
    section: { type: 'string' },
    /** Only of a question in another language than its paper. */
    language: { type: 'enumeration', values: locales },
    figure: { type: 'media' },
    options: { type: 'component', component: 'paper.option', isRepeatable: true },
  },
  'plan.price': { currency: text, amountMinor: number },
} satisfies Record<string, Attributes> as {
  'paper.section': Attributes
  'paper.option': Attributes
  'paper.question': Attributes
  'plan.price': Attributes
}

type ContentType = {
  /** The last part of its address under `/api/`. */
  plural: string
  displayName: string
  /** One document has an entry in each language. */
  isLocalized: boolean
  /** What the public role may do with it. */
  publicActions: readonly ('find' | 'create')[]
  attributes: Attributes
}

export const contentTypeNames = [
  ...(['state', 'category', 'tag', 'practice-test', 'page'] as const),
  ...(['flash-card', 'subscription-plan', 'feedback'] as const),
]
export type ContentTypeName = (typeof contentTypeNames)[number]

const content = { isLocalized: true, publicActions: ['find'] } as const
const named = { slug: text, name: localizedText, position: { type: 'integer' } } as const

export const contentTypes: Readonly<Record<ContentTypeName, ContentType>> = {
  state: { ...content, plural: 'states', displayName: 'State', attributes: named },
  category: {
    ...content,
    plural: 'categories',
    displayName: 'Exam',
    attributes: { ...named, languages: { type: 'json' }, state: one('state') },
  },
  tag: { ...content, plural: 'tags', displayName: 'Tag', attributes: named },
  'practice-test': {
    ...content,
    plural: 'practice-tests',
    displayName: 'Paper',
    attributes: {
      slug: text,
      title: localizedText,
      description: longText,
      kind: choice(paperKinds),
      year: { type: 'integer' },
      position: { type: 'integer' },
      access: choice(['free', 'premium']),
      languages: { type: 'json', isRequired: true },
      questionCount: number,
      minutes: number,
      rightMarks: marks,
      wrongMarks: marks,
      blankMarks: marks,
      source: text,
      checkedOn: day,
      category: one('category'),
      sections: {
        ...{ type: 'component', component: 'paper.section', isRepeatable: true },
        isLocalized: true,
      },
      questions: {
        ...{ type: 'component', component: 'paper.question', isRepeatable: true },
        isLocalized: true,
      },
    },
  },
  page: {
    ...content,
    plural: 'pages',
    displayName: 'Page',
    attributes: {
      slug: text,
      kind: choice(['policy', 'exam-info', 'material', 'current-affairs']),
      date: { type: 'date' },
      title: localizedText,
      description: longText,
      body: { type: 'richtext', isLocalized: true, isRequired: true },
      source: text,
      checkedOn: day,
    },
  },
  'flash-card': {
    ...content,
    plural: 'flash-cards',
    displayName: 'Flash card',
    attributes: {
      front: { type: 'text', isLocalized: true, isRequired: true },
      back: { type: 'text', isLocalized: true, isRequired: true },
      tags: many('tag'),
    },
  },
  'subscription-plan': {
    ...content,
    plural: 'subscription-plans',
    displayName: 'Plan',
    attributes: {
      slug: text,
      name: localizedText,
      description: longText,
      days: number,
      position: { type: 'integer' },
      state: one('state'),
      categories: many('category'),
      practiceTests: many('practice-test'),
      tags: many('tag'),
      prices: { type: 'component', component: 'plan.price', isRepeatable: true },
    },
  },
  feedback: {
    plural: 'feedbacks',
    displayName: 'Feedback',
    isLocalized: false,
    publicActions: ['create'],
    attributes: {
      name: { type: 'string' },
      contact: { type: 'string' },
      message: { type: 'text', isRequired: true },
      url: { type: 'text' },
      user_source: { type: 'string' },
    },
  },
}

/** What members have besides the attributes of Strapi's own user; `accepted` when they register. */
export const userAttributes: Readonly<Record<string, Attribute & { isAccepted?: true }>> = {
  name: { type: 'string', isAccepted: true },
  ageBand: { type: 'enumeration', values: ageBands, isAccepted: true },
  user_source: { type: 'string', isAccepted: true },
  isPremium: { type: 'boolean' },
  device_id: { type: 'text' },
  gender: { type: 'string' },
  freeTestTaken: { type: 'integer' },
}
