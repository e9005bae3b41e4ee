import {
  components,
  contentTypeNames,
  contentTypes,
  type Attribute,
  type Attributes,
  type ContentTypeName,
} from '../../../tasks/strapi-schema/content-types.ts'

/** A content type of a Strapi, and what its operator may have left out. */
export type StrapiType = {
  name: ContentTypeName
  plural: string
  isLocalized: boolean
  attributes: Attributes
  /** Whether the public role may read it. */
  isReadable: boolean
  isWritable: boolean
}

export type StrapiFaults = {
  /** Types that do not exist. */
  lacks?: readonly ContentTypeName[]
  /** Types that the public role may not read or write. */
  forbids?: readonly ContentTypeName[]
  /** Attributes that do not exist, such as 'page.description' or 'paper.question.figure'. */
  lacksAttributes?: readonly string[]
}

export function strapiSchema({ lacks = [], forbids = [], lacksAttributes = [] }: StrapiFaults) {
  const without = (owner: string, attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).filter(([name]) => !lacksAttributes.includes(`${owner}.${name}`)),
    )
  const types = new Map<string, StrapiType>()
  for (const name of contentTypeNames) {
    const { plural, isLocalized, attributes, publicActions } = contentTypes[name]
    const isAllowed = !forbids.includes(name)
    if (lacks.includes(name)) continue
    types.set(name, {
      ...{ name, plural, isLocalized, attributes: without(name, attributes) },
      isReadable: isAllowed && publicActions.includes('find'),
      isWritable: isAllowed && publicActions.includes('create'),
    })
  }
  const parts = new Map<string, Attributes>(
    Object.entries(components).map(([uid, attributes]) => [uid, without(uid, attributes)]),
  )
  return { types, parts }
}
export type StrapiSchema = ReturnType<typeof strapiSchema>

/** Absent from an answer unless it is populated. */
export const isPopulatable = ({ type }: Attribute) =>
  type === 'relation' || type === 'component' || type === 'media'
